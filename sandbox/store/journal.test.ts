import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileJournal, readState, writeState } from "./journal";
import { createState } from "./state";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cardwell-journal-"));
  path = join(folder, "world.jsonl");
  writeState(path, createState(PROGRAM));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = {
  scenario: "empty",
  seed: 1,
  clockOffsetMs: 0,
  initialBalance: 0,
  linkSecret: "",
  webhook: null,
};
const DESIGN = { id: "dsg_1", name: "Plain", stock: true, isDefault: true, embossNameSupported: false };

async function readNames(): Promise<string[]> {
  return [...((await readState(path))?.state.designs ?? [])].map(({ name }) => name);
}

test("a line that was written except for its end is read, and the file must be written again", async () => {
  writeFileSync(path, readFileSync(path, "utf8") + JSON.stringify({ designs: [DESIGN] }));
  expect(await readNames()).toEqual(["Plain"]);
  expect((await readState(path))?.isUntidy).toBe(true);
});

test("characters that some readers take for the end of a line are text", async () => {
  const journal = new FileJournal(path);
  const name = "one\u2028two\u2029three\u0085four\rfive\nsix";
  journal.append({ designs: [{ ...DESIGN, name }] });
  journal.close();
  expect(await readNames()).toEqual([name]);
  expect((await readState(path))?.isUntidy).toBe(false);
});

test.each(["5", "null", '"text"', "{"])(
  "a line %s makes the file damaged, unless it is the last",
  async (line) => {
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `${text}${line}\n`);
    expect((await readState(path))?.isUntidy).toBe(true);
    writeFileSync(path, `${text}${line}\n{}\n`);
    await expect(readState(path)).rejects.toThrow(
      "is damaged in line 3. Delete it to start with a new world.",
    );
  },
);
