import config from "./deno.json" with { type: "json" };
