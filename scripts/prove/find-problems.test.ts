import { expect, it } from "vitest";
import { findProblems, type Truth } from "./find-problems";
import type { Intent } from "./kill-load";

const intent = (change: Partial<Intent> = {}): Intent => ({
  kind: "create",
  operationId: "operation",
  subject: "subject",
  input: {},
  isAcknowledged: true,
  refusal: null,
  ...change,
});
const truth = (change: Partial<Truth> = {}): Truth => ({
  operations: new Map([["operation", "succeeded"]]),
  effects: ["create subject"],
  webhooks: new Set(),
  deliveredWebhooks: [],
  unfinished: [],
  ...change,
});
const NOTHING = { lost: 0, denied: 0, doubled: 0, refused: 0, open: 0 };
const state = (state: string) => new Map([["operation", state]]);
const unanswered = intent({ isAcknowledged: false });
const report = intent({ kind: "report" });

it.each([
  ["nothing", [intent()], truth(), {}],
  ["an acknowledged card that isn't there", [intent()], truth({ effects: [] }), { lost: 1 }],
  ["a card recorded as created that isn't there", [unanswered], truth({ effects: [] }), { lost: 1 }],
  [
    "a card recorded as failed that is there",
    [unanswered],
    truth({ operations: state("failed") }),
    { denied: 1 },
  ],
  [
    "an acknowledged card recorded as failed",
    [intent()],
    truth({ operations: state("failed") }),
    { lost: 1, denied: 1 },
  ],
  ["two cards", [intent()], truth({ effects: ["create subject", "create subject"] }), { doubled: 1 }],
  ["a card recorded as unknown", [unanswered], truth({ operations: state("unknown") }), { open: 1 }],
  [
    "an intent without its operation",
    [unanswered],
    truth({ operations: new Map(), effects: [] }),
    { open: 1 },
  ],
  [
    "nothing, for a failure without an effect",
    [unanswered],
    truth({ operations: state("failed"), effects: [] }),
    {},
  ],
  [
    "a refused action",
    [intent({ isAcknowledged: false, refusal: "conflict" })],
    truth({ operations: new Map(), effects: [] }),
    { refused: 1 },
  ],
  ["a report whose row is gone", [report], truth({ effects: ["file subject"] }), { lost: 1 }],
  ["a report without its file", [report], truth({ effects: ["report subject"] }), { lost: 1 }],
  [
    "a file that was downloaded twice",
    [report],
    truth({ effects: ["report subject", "file subject", "capture subject", "capture subject"] }),
    { doubled: 1 },
  ],
  ["a webhook that the issuer delivered", [intent()], truth({ deliveredWebhooks: ["event"] }), { lost: 1 }],
])("finds %s", (_, intents, truth, counts) => {
  const problems = findProblems({ intents, webhooks: [] }, truth);
  const found = Object.fromEntries(Object.entries(problems).map(([name, list]) => [name, list.length]));
  expect(found).toEqual({ ...NOTHING, ...counts });
});

it("finds acknowledged webhooks that weren't stored, and those never acknowledged", () => {
  const webhooks = ["stored", "lost", "open"].map((id) => ({ id, event: {}, isAcknowledged: id !== "open" }));
  const found = findProblems({ intents: [], webhooks }, truth({ webhooks: new Set(["stored"]) }));
  expect(found).toMatchObject({ lost: ["lost"], open: ["open"] });
});
