import type { BrainEvent } from "../../../src/brain/brain.ts";
import { TagStream, type TagStreamOptions } from "../../../src/brain/models/tag_stream.ts";

/** What a text was read as: all its words together, and the rest in order. */
export interface Read {
  readonly text: string;
  /** `tea {"kind":"tea"}`, `mood happy`, `action dance`, `event love`, `move walk left`. */
  readonly acts: readonly string[];
  readonly notes: readonly string[];
}

/** Reads a model's text that comes in these pieces. Agents can be called by tags, if not said otherwise. */
export function read(pieces: readonly string[], options: Partial<TagStreamOptions> = {}): Read {
  const notes: string[] = [];
  const stream = new TagStream({ calls: true, onIgnored: (note) => notes.push(note), ...options });
  const events = [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()];
  const text = events.map((event) => event.type === "text" ? event.text : "").join("");
  return { text, acts: events.flatMap(act), notes };
}

function act(event: BrainEvent): string[] {
  if (event.type === "call") return [`${event.id} ${JSON.stringify(event.args)}`];
  if (event.type === "mood") return [`mood ${event.mood}`];
  if (event.type === "pet") return [`${event.command.kind} ${event.command.name}`];
  return [];
}

/** What a model wrote, and what is heard of it. */
export interface Sample {
  readonly written: string;
  readonly text: string;
  readonly acts: readonly string[];
}

const sample = (written: string, text: string, ...acts: string[]): Sample => ({
  ...{ written, text, acts },
});

/** Replies as models write them, well and badly. */
export const SAMPLES: readonly Sample[] = [
  sample("Hello there.", "Hello there."),
  sample("[happy] Hello!", "Hello!", "mood happy"),
  sample("[HAPPY]\nHello!\n", "Hello!\n", "mood happy"),
  sample(
    '[AGENT: play_song query="so what"]\nHere it comes.',
    "Here it comes.",
    'play_song {"query":"so what"}',
  ),
  sample(
    "[happy] [AGENT: tea kind=tea][ACTION: dance]  [EVENT: love]\nTea!\n\nAnd cake.",
    "Tea!\n\nAnd cake.",
    ...["mood happy", 'tea {"kind":"tea"}', "action dance", "event love"],
  ),
  sample("Sure.\n[AGENT: tea]\nDone.", "Sure.\nDone.", "tea {}"),
  sample("Sure.\n  [AGENT: tea]\n  Done.", "Sure.\n  Done.", "tea {}"),
  sample("Sure.\r\n[agent:tea kind=tea]\r\nDone.", "Sure.\nDone.", 'tea {"kind":"tea"}'),
  sample(
    '[AGENT: note text="a ] b [AGENT: x] \\"c\\" C:\\\\d \\n"] ok',
    "ok",
    'note {"text":"a ] b [AGENT: x] \\"c\\" C:\\\\d \\\\n"}',
  ),
  sample(
    '[AGENT: note\n  text="milk\neggs"\n  done=no]\nNoted.',
    "Noted.",
    'note {"text":"milk\\neggs","done":"no"}',
  ),
  sample("[AGENT：tea]好", "好", "tea {}"),
  sample(
    '[AGENT: note text="żółć 🎉 日本" n=5]🎉 ok',
    "🎉 ok",
    'note {"text":"żółć 🎉 日本","n":"5"}',
  ),
  // In the middle of a sentence a tag is prose.
  sample("I write [AGENT: tea] to call.", "I write [AGENT: tea] to call."),
  sample("I am [happy] now [EVENT: love]", "I am [happy] now [EVENT: love]"),
  sample("- [AGENT: tea]", "- [AGENT: tea]"),
  // Other brackets are prose wherever they are.
  sample("[1] a footnote\n[ ] todo\n[x] done", "[1] a footnote\n[ ] todo\n[x] done"),
  sample("[link](https://e.org) [AGENT: tea]", "[link](https://e.org) [AGENT: tea]"),
  sample(
    "[happy](https://e.org)\n[Action items](#a)",
    "[happy](https://e.org)\n[Action items](#a)",
  ),
  sample(
    "[Event horizon] is a film.\n[agents]\n[acts]",
    "[Event horizon] is a film.\n[agents]\n[acts]",
  ),
  sample("[sadly] [happy birthday] [[happy]]", "[sadly] [happy birthday] [[happy]]"),
  sample("[]\n[\n]\n[a", "[]\n[\n]\n"),
  // Broken tags are never shown, and never acted on.
  sample("[AGENT: tea kind= x] Fine.", "Fine."),
  sample("[AGENT: tea kind=\nHere you go.", "Here you go."),
  sample('[AGENT: tea kind="green] tea\nHere you go.', "Here you go."),
  sample('[AGENT: tea say="a" b"] hm]\nok', "ok"),
  sample("[AGENT: tea\nHello there, how are you?", "Hello there, how are you?"),
  sample("[AGENT tea]\n[AGENT]\n[AGENT:]\n[AGENT: ]x", "x"),
  sample("[AGENT: tea a=1 a=2] [AGENT: =] [AGENT: cake]ok", "ok", "cake {}"),
  sample("[ACTION: ]\n[ACTION: fly\n[EVENT: ../x]\n[ACTION: backflip] ok", "ok"),
  sample("[happy\nHello", "Hello"),
  sample(
    "[AGENT: tea\nkind=tea]\n[ACTION: walk left]ok",
    "ok",
    'tea {"kind":"tea"}',
    "move walk left",
  ),
  // A text that ends in the middle of a tag.
  sample("Sure.\n[AGENT: tea ki", "Sure.\n"),
  sample("Sure.\n[AG", "Sure.\n"),
  sample("Sure. <thin", "Sure. "),
  sample("Sure.\n[happy]", "Sure.\n", "mood happy"),
  // Thinking.
  sample("<THINKING>tea?\n[AGENT: evil]</THINKING>\n[AGENT: tea]ok", "\nok", "tea {}"),
  sample("A<think>b</think>c<Thinking>d", "Ac"),
  sample('<thinking type="deep">a<think>b</think>c</thinking >ok', "ok"),
  sample("<think>a</think>[happy]ok</think>!", "ok!", "mood happy"),
  sample("[AG<think>x</think>ENT: tea]ok", "ok", "tea {}"),
  sample(
    "<think/>1 <think />2 <thinker>3 </ think> 4 < 5 <b>",
    "1 2 <thinker>3 </ think> 4 < 5 <b>",
  ),
  sample("<th\u200bink>x</think>ok", "ok"),
  // What nobody sees hides no tag.
  sample("\ufeff\u200b[A\u200dGENT: tea]ok", "ok", "tea {}"),
  sample("a\x1b]0;[AGENT: x]\x07b\n\x1b[31m[AGENT: tea]\x1b[0mred", "ab\nred", "tea {}"),
];
