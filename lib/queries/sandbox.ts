import "server-only";
import { z } from "zod";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { success } from "@/lib/domain/result";
import type { SandboxState } from "@/lib/domain/settings/sandbox";
import type { SandboxStories } from "@/lib/domain/settings/stories";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineQuery } from "./define-query";

const MAX_CARDS = 100;
const MAX_TRANSACTIONS = 8;

export const getSandboxState = defineQuery({
  name: "the sandbox's state",
  permission: "sandbox.use",
  input: z.object({}),
  async run() {
    const [health, active, disagreeing] = await Promise.all([
      sandboxControl.health(),
      sandboxControl.listFaults(),
      sandboxControl.listDisagreements(),
    ]);
    if (!health.ok) return health;
    if (!active.ok) return active;
    if (!disagreeing.ok) return disagreeing;
    const { scenario, counts, clock, replacedAt } = health.data;
    return success<SandboxState>({
      scenario,
      cards: counts.cards,
      transactions: counts.transactions,
      replacedAt,
      clock,
      faults: active.data.faults.map(({ id, times, method, path, fault }) => ({
        id,
        times,
        method: method ?? null,
        path: path ?? null,
        type: fault.type,
      })),
      disagreements: disagreeing.data.disagreements.map(({ changes, ...disagreement }) => ({
        ...disagreement,
        changes: changes.length,
      })),
    });
  },
});

const MAX_LOG_ENTRIES = 200;

/** The stories that can be told, the one that is told, and what was recorded. */
export const getSandboxStories = defineQuery({
  name: "the sandbox's stories",
  permission: "sandbox.use",
  input: z.object({}),
  async run() {
    const [shipped, current, recording] = await Promise.all([
      sandboxControl.listStories(),
      sandboxControl.readStory(),
      sandboxControl.readRecording(),
    ]);
    if (!shipped.ok) return shipped;
    if (!current.ok) return current;
    if (!recording.ok) return recording;
    const told = current.data.story;
    const { isRecording, story, needsThisData } = recording.data;
    return success<SandboxStories>({
      stories: shipped.data.stories,
      told: told && { ...told, log: told.log.slice(-MAX_LOG_ENTRIES).reverse() },
      recording: {
        isRecording,
        steps: story?.steps.length ?? 0,
        name: story?.name ?? null,
        needsThisData,
      },
    });
  },
});

/** The newest cards for purchases, and the newest transactions to clear, reverse or refund. */
export const getSandboxRecords = defineQuery({
  name: "the sandbox's records",
  permission: "sandbox.use",
  input: z.object({}),
  async run() {
    const sort = { by: "created", direction: "desc" } as const;
    const [cards, listed] = await Promise.all([
      listIndexedCards({ filter: {}, sort, limit: MAX_CARDS }),
      sandboxControl.listTransactions(),
    ]);
    if (!listed.ok) return listed;
    return success({ cards: cards.rows, transactions: listed.data.transactions.slice(0, MAX_TRANSACTIONS) });
  },
});
