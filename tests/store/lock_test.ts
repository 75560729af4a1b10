import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { UserError } from "../../src/errors.ts";
import { withStoreLock } from "../../src/store/lock.ts";
import { withTempFolder } from "./folders.ts";

Deno.test("changes of one directory wait for each other, and the second one is told", () =>
  withTempFolder(async (folder) => {
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    let first: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      first = withStoreLock(folder, async () => {
        order.push("first begins");
        begun();
        await held;
        order.push("first ends");
      });
    });
    const second = withStoreLock(folder, () => Promise.resolve(void order.push("second")), {
      onWait: () => {
        order.push("second waits");
        release();
      },
    });
    await Promise.all([first, second]);
    assertEquals(order, ["first begins", "second waits", "first ends", "second"]);
  }));

Deno.test("waiting ends when it is cancelled", () =>
  withTempFolder(async (folder) => {
    const cancel = new AbortController();
    await withStoreLock(folder, async () => {
      await assertRejects(
        () =>
          withStoreLock(folder, () => Promise.reject(new Error("must not run")), {
            signal: cancel.signal,
            onWait: () => cancel.abort(new UserError("cancelled")),
          }),
        UserError,
        "cancelled",
      );
    });
  }));

Deno.test("a directory that cannot be made is named with the remedy", () =>
  withTempFolder(async (folder) => {
    const file = join(folder, "file");
    Deno.writeTextFileSync(file, "");
    await assertRejects(
      () => withStoreLock(join(file, "agents"), () => Promise.resolve()),
      UserError,
      "name another with -agents-dir",
    );
  }));

Deno.test("a change that installs nothing leaves nothing behind, also where others wait", () =>
  withTempFolder(async (folder) => {
    const directory = join(folder, "agents");
    let inside = 0;
    await Promise.all(Array.from({ length: 5 }, () =>
      withStoreLock(directory, async () => {
        assertEquals(++inside, 1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside--;
      })));
    assertEquals([...Deno.readDirSync(folder)], []);
  }));
