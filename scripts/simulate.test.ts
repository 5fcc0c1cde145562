import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a seed keeps every promise, and takes the same course again", async () => {
  const options = ["scripts/simulate.mjs", "--seed", "1", "--twice"];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  expect(stdout).toContain("1 seeds, 0 failed");
}, 300_000);
