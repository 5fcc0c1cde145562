import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACTIONS } from "@/e2e/specs/access/matrix";

const root = join(import.meta.dirname, "..");
const source = (file: string) => readFileSync(join(root, file), "utf8");

/**
 * Written by hand: can't be undone, decides who has access, or takes records out (docs/decisions/041-confirm-it-is-you.md),
 * so the person must have confirmed recently that it is them.
 */
const CONFIRMED = [
  "activate-restored-copy",
  "add-alert-channel",
  "add-passkey",
  "approve-request",
  "begin-authenticator",
  "block-card",
  "change-alert-channel",
  "change-alert-topics",
  "change-factor-policy",
  "change-policies",
  "change-role",
  "confirm-authenticator",
  "control-run",
  "create-card",
  "decide-recovery",
  "decide-sign-off",
  "disable-person",
  "end-person-sessions",
  "invite-person",
  "pause-alert-channel",
  "reissue-card",
  "remove-alert-channel",
  "remove-authenticator",
  "remove-lost-factors",
  "remove-passkey",
  "renew-recovery-codes",
  "reopen-period",
  "reset-password",
  "rotate-alert-secret",
  "sign-off-days",
  "sign-off-period",
  "start-block-run",
  "start-issue-run",
  "start-run",
];

const actions = Object.entries(ACTIONS).filter(([, access]) => access !== "public");
const clientFiles = ["components", "lib/client"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => `${folder}/${file}`),
);

describe("actions that ask the person to confirm that it is them", () => {
  it("are exactly these", () => {
    const asking = actions
      .filter(([file]) => source(`lib/actions/${file}.ts`).match(/confirmation: .*"recent"/))
      .map(([file]) => file);
    expect(asking.sort()).toEqual(CONFIRMED);
  });

  it("say so, or that they don't, in plain words that this test finds", () => {
    for (const [file] of actions)
      expect(source(`lib/actions/${file}.ts`), file).toMatch(/confirmation: .*"(?:recent|none)"/);
  });

  it("don't include a freeze: it can be undone, and seconds count", () => {
    expect(source("lib/actions/freeze-card.ts")).toContain('confirmation: "none"');
  });

  it.each(CONFIRMED)("%s is never called past the dialog that asks", (file) => {
    const name = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const callers = clientFiles.filter((path) => source(path).includes(`@/lib/actions/${file}"`));
    for (const path of callers) expect(source(path), path).not.toMatch(new RegExp(`\\b${name}\\(`));
  });
});

it("only resuming a run asks, not stopping it", () => {
  expect(source("lib/actions/control-run.ts")).toContain('to === "running" ? "recent" : "none"');
});
