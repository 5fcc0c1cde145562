import { z } from "zod";
import { REPORT_PERIODS, REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { isIsoDate } from "@/lib/domain/time/calendar";

/** How a report file of the sandbox can disagree with the transactions. */
export const DISAGREEMENT_KINDS = {
  "missing-row": { label: "A row is missing" },
  "changed-amount": { label: "An amount differs" },
  "changed-currency": { label: "A currency differs" },
  "doubled-row": { label: "A row is there twice" },
  "wrong-day": { label: "A row is in the next day’s file" },
  "changed-fee": { label: "A fee differs" },
  "wrong-balance": { label: "A balance is wrong" },
  "wrong-balances": { label: "Every balance is wrong by the same amount" },
  "extra-row": { label: "A row of an unknown transaction" },
  "empty-file": { label: "The file has no rows" },
  "other-period": { label: "The file of the day or month before" },
  "other-column-names": { label: "Other column names" },
  semicolons: { label: "Semicolons between columns" },
  "decimal-comma": { label: "Semicolons and decimal commas" },
} as const;
export type DisagreementKind = keyof typeof DISAGREEMENT_KINDS;

const KINDS = Object.keys(DISAGREEMENT_KINDS) as [DisagreementKind, ...DisagreementKind[]];
const BALANCE_KINDS: readonly DisagreementKind[] = ["wrong-balance", "wrong-balances"];
const MAX_ROWS = 1000;

export const DisagreementRequest = z
  .object({
    kind: z.enum(KINDS, { error: `must be one of ${KINDS.join(", ")}` }),
    type: z.enum(REPORT_TYPES, { error: `must be one of ${REPORT_TYPES.join(", ")}` }).default("daily"),
    /** The date of the file; for a month any of its days. Without it, the next requested file with rows. */
    day: z.string().refine(isIsoDate, { error: "must be a date, YYYY-MM-DD" }).optional(),
    /** How many rows disagree. */
    count: z
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .max(MAX_ROWS, { error: `must be at most ${MAX_ROWS}` })
      .default(1),
  })
  .refine(({ kind, type }) => !BALANCE_KINDS.includes(kind) || type === "daily" || type === "monthly", {
    path: ["kind"],
    error: "needs a settlement report, because only that has balances",
  })
  .refine(({ kind, type }) => kind !== "wrong-day" || REPORT_PERIODS[type] === "day", {
    path: ["kind"],
    error: "needs a report of a day",
  });
export type DisagreementRequest = z.infer<typeof DisagreementRequest>;

/** One difference from the right file. A row is a line of it; null means that it is not there. */
export const DisagreementChange = z.object({
  day: z.string(),
  transactionId: z.string().nullable(),
  /** Null if the whole row, or the whole file, differs. */
  column: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type DisagreementChange = z.infer<typeof DisagreementChange>;

export const Disagreement = z.object({
  id: z.number(),
  kind: z.enum(KINDS),
  type: z.enum(REPORT_TYPES),
  /** Null until a file is requested. */
  day: z.string().nullable(),
  count: z.number(),
  /** As of the last time that the file was written. */
  changes: z.array(DisagreementChange),
});
export type Disagreement = z.infer<typeof Disagreement>;

/** On the page: the number of changes instead of each. */
export type ActiveDisagreement = Omit<Disagreement, "changes"> & { changes: number };
