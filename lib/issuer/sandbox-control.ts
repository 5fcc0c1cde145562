import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { ApiError } from "@/lib/contract/error";
import { Transaction } from "@/lib/contract/transaction";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { Disagreement, type DisagreementRequest } from "@/lib/domain/settings/disagreements";
import type { ClockMove, Purchase, WorldChoice } from "@/lib/domain/settings/sandbox";
import {
  ListedStory,
  type RecordingCommand,
  STORY_SPEEDS,
  type StoryChoice,
  type StoryCommand,
  type StoryFile,
  ToldStory,
} from "@/lib/domain/settings/stories";
import type { TransactionStep } from "@/lib/domain/settings/transaction-steps";
import { env } from "@/lib/env";

/** Creating a new data set of a few hundred cards takes a while. */
const TIMEOUT_MS = 60_000;

const Clock = z.object({ now: z.string(), offsetSeconds: z.number() });
const Counts = z.object({ cards: z.number(), transactions: z.number() });
const Health = z.object({ scenario: z.string(), counts: Counts, clock: Clock, replacedAt: z.string() });
const World = z.object({ scenario: z.string(), counts: Counts, clock: Clock });
const Decision = z.object({
  approved: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  transaction: Transaction,
});
/** With what the list of the API doesn't have. */
const ListedTransaction = Transaction.extend({ merchant: z.string(), last_four: z.string() });
const TransactionResponse = z.object({ transaction: Transaction });
const Fault = z.object({
  id: z.number(),
  times: z.number(),
  method: z.string().optional(),
  path: z.string().optional(),
  fault: z.object({ type: z.string() }),
});

const Told = z.object({ story: ToldStory });
const Recording = z.object({
  isRecording: z.boolean(),
  needsThisData: z.boolean(),
  story: z.object({ name: z.string(), steps: z.array(z.unknown()) }).nullable(),
  yaml: z.string().nullable(),
});

export type Decision = z.infer<typeof Decision>;

/** The sandbox's control API, which no real issuer has (docs/sandbox.md). The key stays in this module. */
export const sandboxControl = {
  health: () => call("GET", "/health", Health),
  authorize: (purchase: Purchase) => call("POST", "/authorizations", Decision, purchase),
  listTransactions: () =>
    call("GET", "/transactions", z.object({ transactions: z.array(ListedTransaction) })),
  advance: (id: string, step: TransactionStep) =>
    call("POST", `/transactions/${encodeURIComponent(id)}/${step}`, TransactionResponse),
  moveClock: (move: ClockMove) => call("POST", "/clock", Clock, move),
  listFaults: () => call("GET", "/faults", z.object({ faults: z.array(Fault) })),
  addFault: (request: unknown) => call("POST", "/faults", Fault, request),
  clearFaults: () => call("DELETE", "/faults", z.object({ cleared: z.number() })),
  listDisagreements: () => call("GET", "/disagreements", z.object({ disagreements: z.array(Disagreement) })),
  addDisagreement: (request: DisagreementRequest) =>
    call("POST", "/disagreements", Disagreement.omit({ changes: true }), request),
  clearDisagreements: () => call("DELETE", "/disagreements", z.object({ cleared: z.number() })),
  listStories: () => call("GET", "/stories", z.object({ stories: z.array(ListedStory) })),
  addStory: ({ text }: StoryFile) => call("POST", "/stories", ListedStory, { story: text }),
  readStory: () => call("GET", "/story", z.object({ story: ToldStory.nullable() })),
  startStory: ({ story, speed, paused }: StoryChoice) =>
    call("POST", "/story", Told, { story, speed: STORY_SPEEDS[speed].speed, paused }),
  controlStory: ({ command, speed }: StoryCommand) =>
    call("POST", `/story/${command}`, Told, speed && { speed: STORY_SPEEDS[speed].speed }),
  readRecording: () => call("GET", "/recording", Recording),
  controlRecording: ({ command, name }: RecordingCommand) =>
    call("POST", `/recording/${command}`, Recording, { name }),
  /** At this dashboard. */
  receiveWebhooks: () => {
    const { publicUrl, webhook } = env();
    const [secret] = webhook.secrets;
    const url = new URL("/api/webhooks/issuer", publicUrl).href;
    return call("PUT", "/webhook", z.object({ url: z.string() }), { url, ...(secret && { secret }) });
  },
  reset: (world: WorldChoice) => call("POST", "/reset", World, world),
};

async function call<Schema extends z.ZodType>(
  method: string,
  path: string,
  schema: Schema,
  body?: unknown,
): Promise<Result<z.output<Schema>>> {
  const requestId = randomUUID();
  const { mode, issuer } = env();
  if (mode !== "sandbox")
    return failure(rejected(requestId, "This dashboard is connected to a live issuer."));
  try {
    const response = await fetch(`${issuer.url}/sandbox${path}`, {
      method,
      headers: { [API_KEY_HEADER]: issuer.key, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    if (response.ok) return success(schema.parse(json));
    const apiError = ApiError.safeParse(json);
    return failure(
      rejected(requestId, apiError.success ? apiError.data.message : "The sandbox rejected the request."),
    );
  } catch {
    return failure({
      code: "issuer-unavailable",
      message: "The sandbox didn’t respond.",
      requestId,
      retry: "safe",
    });
  }
}

function rejected(requestId: string, message: string): AppError {
  return { code: "refused", message, requestId, retry: "never" };
}
