import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { countOf } from "@/lib/domain/money/numbers";
import type { ActiveDisagreement } from "./disagreements";

/** The sandbox's features beyond the card API: purchases, clock, faults, reset. */
export const PURCHASE_KINDS = ["purchase", "atm"] as const;
export const PURCHASE_CURRENCIES = ["USD", "EUR", "GBP", "CHF", "SEK", "JPY", "KWD", "SGD", "BRL"] as const;

// The sandbox's IDs are lower-case UUIDs, which it finds in any letter case.
export const Purchase = z.object({
  cardId: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.uuid({ error: "must be a card ID" })),
  amount: z
    .number({ error: "must be a number" })
    .positive({ error: "must be more than 0" })
    .max(1_000_000, { error: "must be at most 1,000,000" }),
  currency: z.enum(PURCHASE_CURRENCIES).optional(),
  merchant: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(100, { error: "must be at most 100 characters" })
    .refine((merchant) => maskCardSecrets(merchant) === merchant, { error: "must not contain a card number" })
    .optional(),
  kind: z.enum(PURCHASE_KINDS).optional(),
  /** 1 means the card's first credentials, which are replaced after a reissue. */
  credentialsVersion: z.literal(1).optional(),
});
export type Purchase = z.infer<typeof Purchase>;

const MAX_SECONDS = 400 * 86_400;

export const ClockMove = z.union(
  [
    z.object({ advanceSeconds: z.number().min(-MAX_SECONDS).max(MAX_SECONDS) }),
    z.object({ now: z.iso.datetime() }),
  ],
  { error: "must be a number of seconds or a time" },
);
export type ClockMove = z.infer<typeof ClockMove>;

/** In the two largest units. */
export function formatClockOffset(offsetSeconds: number): string {
  const minutes = Math.round(Math.abs(offsetSeconds) / 60);
  if (minutes === 0) return "In sync with real time.";
  const parts = [
    countOf(Math.floor(minutes / 1_440), "day"),
    countOf(Math.floor(minutes / 60) % 24, "hour"),
    countOf(minutes % 60, "minute"),
  ].filter((part) => !part.startsWith("0 "));
  return `${parts.slice(0, 2).join(" ")} ${offsetSeconds > 0 ? "ahead of" : "behind"} real time.`;
}

/**
 * The calls that a fault can match. The index sync reads both lists all the time, so it usually gets their faults
 * first.
 */
export const FAULT_CALLS = {
  any: { label: "Any call", method: undefined, path: undefined },
  "read-card": { label: "Read one card", method: "GET", path: "/cards/{id}/" },
  freeze: { label: "Freeze or unfreeze", method: "PUT", path: "/freeze/" },
  block: { label: "Block", method: "PUT", path: "/block/" },
  reissue: { label: "Reissue", method: "PUT", path: "/replace/" },
  create: { label: "Issue a card", method: "POST", path: "/cards/" },
  "list-transactions": { label: "List transactions", method: "GET", path: "/transactions/" },
  designs: { label: "Read designs", method: "GET", path: "/card-design/" },
  reports: { label: "Request a report", method: "GET", path: "/files/" },
  download: { label: "Download a report", method: "GET", path: "/downloads/" },
} as const;
export type FaultCall = keyof typeof FAULT_CALLS;

export const FAULT_KINDS = {
  unavailable: { label: "Returns 503 (unavailable)", fault: { type: "status", status: 503 } },
  broken: { label: "Returns 500 (server error)", fault: { type: "status", status: 500 } },
  unauthorized: { label: "Returns 401 (API key rejected)", fault: { type: "status", status: 401 } },
  rejected: { label: "Returns 400 (request rejected)", fault: { type: "status", status: 400 } },
  missing: { label: "Returns 404 (not found)", fault: { type: "status", status: 404 } },
  throttled: {
    label: "Returns 429 (retry after 5 seconds)",
    fault: { type: "status", status: 429, retryAfterSeconds: 5 },
  },
  slow: { label: "Commits, then responds after 4 seconds", fault: { type: "commit-then-delay", ms: 4_000 } },
  timeout: {
    label: "Commits, then times out",
    fault: { type: "commit-then-delay", ms: 150_000 },
  },
  dropped: { label: "Drops the connection", fault: { type: "drop" } },
  "commit-then-drop": { label: "Commits, then drops the connection", fault: { type: "commit-then-drop" } },
  rubbish: { label: "Returns HTML instead of JSON", fault: { type: "rubbish" } },
  truncated: { label: "Returns a partial response, then drops the connection", fault: { type: "truncate" } },
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

export const FaultChoice = z.object({
  call: z.enum(Object.keys(FAULT_CALLS) as [FaultCall, ...FaultCall[]]),
  kind: z.enum(Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]]),
  times: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(1000, { error: "must be at most 1000" }),
  /** Limits the fault to one card. */
  cardId: z.string().trim().max(64).optional(),
});
export type FaultChoice = z.infer<typeof FaultChoice>;

/** The sandbox's request format. */
export function faultRequest({ call, kind, times, cardId }: FaultChoice) {
  const { method, path } = FAULT_CALLS[call];
  return {
    ...(method ? { method } : {}),
    ...(path ? { path: pathFor(path, cardId) } : {}),
    times,
    fault: FAULT_KINDS[kind].fault,
  };
}

function pathFor(path: string, cardId: string | undefined): string {
  if (path.includes("{id}")) return cardId ? `/cards/${encodeURIComponent(cardId)}/` : "/cards/";
  const isCardCall = path === "/freeze/" || path === "/block/" || path === "/replace/";
  return cardId && isCardCall ? `/cards/${encodeURIComponent(cardId)}${path}` : path;
}

export const SCENARIOS = ["demo", "empty"] as const;

export const WorldChoice = z.object({
  scenario: z.enum(SCENARIOS),
  seed: z.int().min(0).max(2_147_483_647).optional(),
});
export type WorldChoice = z.infer<typeof WorldChoice>;

export type ActiveFault = {
  id: number;
  times: number;
  method: string | null;
  path: string | null;
  type: string;
};

export type SandboxState = {
  scenario: string;
  cards: number;
  transactions: number;
  /** When all data was last replaced. */
  replacedAt: string;
  clock: { now: string; offsetSeconds: number };
  faults: ActiveFault[];
  disagreements: ActiveDisagreement[];
};
