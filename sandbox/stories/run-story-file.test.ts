import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { runShippedStory, runStoryFile } from "./run-story-file";

const folder = mkdtempSync(join(tmpdir(), "cardwell-story-"));
const origin = "http://localhost:4010";
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

it("tells a file in a world of its own, in YAML or JSON", async () => {
  const { worlds } = sandbox;
  const yaml = write(
    "a.yaml",
    "name: A\nstarts: { scenario: empty }\nsteps:\n  - issue: { holder: Anna Berg }\n",
  );
  const json = write("b.json", '{\n\t"name": "B",\n\t"steps": [{ "issue": { "holder": "Ben Moss" } }]\n}');
  await runStoryFile(yaml, { worlds, origin, worldName: "told" });
  await runStoryFile(json, { worlds, origin, worldName: "told" });
  const { state } = await worlds.open("told");
  expect([...state.cards].map(({ cardholderName }) => cardholderName).sort()).toEqual([
    "Anna Berg",
    "Ben Moss",
  ]);
  expect(sandbox.sandbox.state.cards.size).toBe(0);
});

it("says which file, line, and field is wrong", async () => {
  const { worlds } = sandbox;
  const run = (path: string) => runStoryFile(path, { worlds, origin });
  await expect(run(join(folder, "nothing.yaml"))).rejects.toThrow("nothing.yaml: there is no such file");
  const wrong = write("wrong.yaml", "name: A\nsteps:\n  - freeze: { any: [] }\n");
  await expect(run(wrong)).rejects.toThrow(`${wrong}: line 3, steps.1.freeze`);
  const failing = write(
    "failing.json",
    '{"name":"A",\n"steps":[{"issue":{}},\n{"freeze":"any","expect":{"error":"x"}}]}',
  );
  await expect(run(failing)).rejects.toThrow(`${failing}: line 3, steps.2: expected the error “x”`);
});

it("tells a shipped story by name", async () => {
  const { worlds } = sandbox;
  const state = await runShippedStory("a-quiet-month", { worlds, origin, worldName: "quiet" });
  expect(state).toMatchObject({ status: "finished" });
  await expect(runShippedStory("nothing", { worlds, origin })).rejects.toThrow("There is no story nothing");
});

it("tells the example of docs/sandbox.md", async () => {
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(readFileSync("docs/sandbox.md", "utf8")) ?? [];
  const path = write("stolen-card.yaml", example);
  const state = await runStoryFile(path, { worlds: sandbox.worlds, origin, worldName: "docs" });
  expect(state).toMatchObject({ name: "A stolen card", status: "finished", done: 6, events: 6 });
});
