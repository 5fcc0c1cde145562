import { z } from "zod";
import { KNOWN_CARD_STATUSES } from "@/lib/contract/card";
import { CARD_TYPES } from "@/lib/contract/card-type";
import { CUSTOMER_TYPES } from "@/lib/contract/create-card";
import { RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { DISAGREEMENT_KINDS, type DisagreementKind } from "@/lib/domain/settings/disagreements";
import { isWithinClock } from "@/sandbox/clock";
import { DECLINE_REASONS, type DeclineCode } from "@/sandbox/domain/authorization";
import { MAX_SIZE, SCENARIOS } from "@/sandbox/scenarios/generate-state";
import { FaultRequest } from "@/sandbox/worlds/faults";
import { DURATION, JUMP, START_TIME, STEP_TIME, STORY_DATE } from "./times";

const MAX_SEED = 2_147_483_647;
const MAX_TIMES = 10_000;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const REFERENCE = /^[a-z0-9][a-z0-9-]{0,62}$/;

function strict<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === "unrecognized_keys") return `has an unknown field: ${issue.keys.join(", ")}`;
      return issue.input === undefined ? "is required" : "must be an object";
    },
  });
}

function written(pattern: RegExp, rule: string, description: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : `must be ${rule}`) })
    .regex(pattern, { error: `must be ${rule}` })
    .meta({ description: `${description}: ${rule}` });
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` }).meta({ description });
}

const Duration = written(DURATION, "a time such as 30m, 2h, or 1d 12h", "How long");
const StoryDate = written(
  STORY_DATE,
  "a date such as 2026-11-12, day 3, yesterday, or 3 days ago",
  "The date of the file",
);

/** A value, or `{ between: [5, 80] }` to draw one. */
function drawn<Value extends z.ZodType>(value: Value, description: string) {
  return z
    .union([value, strict({ between: z.tuple([value, value]) })], {
      error: "must be a value or { between: [lowest, highest] }",
    })
    .meta({ description: `${description}. { between: [lowest, highest] } draws one from the story's seed` });
}

/** A value, or `{ any: [a, b] }` to draw one. */
function chosen<Value extends z.ZodType>(value: Value, description: string) {
  return z
    .union([value, strict({ any: z.array(value).min(1) })], {
      error: "must be a value or { any: [one, another] }",
    })
    .meta({ description: `${description}. { any: [one, another] } draws one from the story's seed` });
}

const Reference = z
  .string()
  .regex(REFERENCE, { error: "must be a name that a step has given with as, or an ID" });
const CardReference = chosen(
  Reference,
  "The card: the name that a step gave it with `as`, an ID, or `any` for any active card of the world",
);
const TransactionReference = Reference.meta({
  description: "The purchase: the name that a step gave it with `as`, or an ID",
});

const Amount = z
  .number({ error: (issue) => (issue.input === undefined ? "is required" : "must be a number") })
  .positive({ error: "must be more than 0" });

const Issue = strict({
  holder: z.string().optional().meta({ description: "Full name; drawn from the story's seed by default" }),
  customerType: oneOf(CUSTOMER_TYPES, "Consumer by default").optional(),
  customerId: z.string().optional().meta({ description: "The customer's ID in your system" }),
  cardName: z.string().optional().meta({ description: "Everyday by default" }),
  cardType: oneOf(CARD_TYPES, "virtual by default").optional(),
  spendLimit: drawn(z.number().min(0), "What the card can spend; 1000 by default").optional(),
  request: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The whole body of POST /cards/, instead of the other fields" }),
}).refine(({ request, ...others }) => !request || Object.keys(others).length === 0, {
  error: "has either request or other fields",
});

const Purchase = strict({
  card: CardReference,
  amount: drawn(Amount, "In the purchase's currency"),
  currency: z.string().optional().meta({ description: "The card's by default" }),
  merchant: chosen(z.string(), "Sandbox Store by default").optional(),
  kind: oneOf(["purchase", "atm"], "purchase by default; atm for cash").optional(),
  credentialsVersion: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "1 for the original card, plus 1 for each reissue; the newest by default" }),
  clearsAfter: drawn(Duration, "Clears the purchase later, unless it is no longer pending").optional(),
  refundsAfter: drawn(Duration, "Refunds the purchase later, unless it isn't cleared").optional(),
});

const Reissue = strict({
  card: CardReference,
  renewOption: oneOf(RENEW_OPTIONS, "A new number and expiry date by default").optional(),
  expiryDate: z.string().optional(),
  shippingInformation: z.record(z.string(), z.unknown()).optional(),
});

const KINDS = Object.keys(DISAGREEMENT_KINDS) as [DisagreementKind, ...DisagreementKind[]];

const Check = strict({
  card: Reference.optional().meta({ description: "A card, by its name or ID" }),
  transaction: Reference.optional().meta({ description: "A purchase, by its name or ID" }),
  status: oneOf(
    [...KNOWN_CARD_STATUSES, "PENDING", "CLEARED", "REVERSED", "REFUNDED", "DECLINED"],
    "What its status must be",
  ).optional(),
  availableCredit: z.number().optional().meta({ description: "What the card's available credit must be" }),
}).refine(({ card, transaction }) => (card === undefined) !== (transaction === undefined), {
  error: "needs a card or a transaction",
});

const OUTCOMES = ["approved", "declined", ...(Object.keys(DECLINE_REASONS) as DeclineCode[])] as const;
const Expected = z
  .union([oneOf(OUTCOMES, "The decision on a purchase"), strict({ error: z.string() })], {
    error: `must be one of ${OUTCOMES.join(", ")}, or { error: part of the message }`,
  })
  .meta({ description: "What must come of this step; otherwise the story fails" });

const True = z.literal(true, { error: "must be true" });

const ACTIONS = {
  issue: Issue.meta({ description: "Issues a card" }),
  purchase: Purchase.meta({ description: "Makes a purchase, which is approved or declined" }),
  clear: TransactionReference.meta({ description: "Clears a pending purchase" }),
  reverse: TransactionReference.meta({ description: "Reverses a pending purchase" }),
  refund: TransactionReference.meta({ description: "Refunds a cleared purchase" }),
  freeze: CardReference,
  unfreeze: CardReference,
  block: strict({ card: CardReference, reason: z.string() }).meta({
    description: "Blocks a card for good. The reason `fraud suspected` has consequences of its own",
  }),
  reissue: Reissue.meta({ description: "Gives a card new credentials" }),
  fault: FaultRequest.strict().meta({
    description: "Makes the next matching API calls fail; not the story's own",
  }),
  clearFaults: True.meta({ description: "Removes all faults" }),
  report: strict({ type: oneOf(REPORT_TYPES, "The report"), date: StoryDate }).meta({
    description: "Requests a report, whose link follows by webhook",
  }),
  disagreement: strict({
    kind: oneOf(KINDS, "How the file is wrong"),
    type: oneOf(REPORT_TYPES, "daily by default").optional(),
    day: StoryDate.optional(),
    count: z.int().min(1).optional().meta({ description: "How many rows; 1 by default" }),
  }).meta({ description: "Makes a report file disagree with the transactions" }),
  clearDisagreements: True.meta({ description: "Makes all files right again" }),
  clock: written(JUMP, "a time such as +30m, +2h, or +1d 12h", "Moves the clock at once, without waiting"),
  check: Check.meta({ description: "Fails the story if a card or purchase isn't as it must be" }),
} as const;

export type ActionName = keyof typeof ACTIONS | "repeat";
const ACTION_NAMES: readonly ActionName[] = [...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]), "repeat"];

const When = {
  at: written(STEP_TIME, "a time such as +2h or day 3 09:00", "When, in UTC").optional(),
  as: z
    .string()
    .regex(NAME, { error: "must be lowercase letters, digits, and hyphens, and start with a letter" })
    .refine((name) => name !== "any", { error: "must not be any" })
    .optional()
    .meta({ description: "The name by which later steps call the card or purchase" }),
  expect: Expected.optional(),
};
const Every = drawn(Duration, "The time from the start of one round to the next").optional();
const Actions = z.object(ACTIONS).partial();

export type Actions = z.infer<typeof Actions>;
export type Step = { [Field in keyof typeof When]?: z.infer<(typeof When)[Field]> | undefined } & Actions & {
    repeat?: { times: number; every?: z.infer<typeof Every>; steps: Step[] } | undefined;
  };

const Steps: z.ZodType<Step[]> = z.lazy(() =>
  z.array(Step, { error: "must be a list of steps" }).min(1, { error: "must have a step" }),
);

const Repeat = strict({
  times: z.int().min(1).max(MAX_TIMES).meta({ description: "How many times" }),
  every: Every,
  steps: Steps,
}).meta({ description: "The same steps several times, with new draws in each round" });

const Step: z.ZodType<Step> = strict({ ...When, ...Actions.shape, repeat: Repeat.optional() })
  .superRefine((step, context) => {
    const message = stepProblem(step);
    if (message) context.addIssue({ code: "custom", message });
  })
  .meta({
    id: "StoryStep",
    description: "One thing that happens",
    oneOf: ACTION_NAMES.map((name) => ({ required: [name] })),
  });

export function actionOf(step: Step): ActionName {
  const name = ACTION_NAMES.find((action) => step[action] !== undefined);
  if (!name) throw new Error("The step has no action");
  return name;
}

function stepProblem(step: Step): string | null {
  const actions = ACTION_NAMES.filter((name) => step[name] !== undefined);
  if (actions.length > 1) return `must have one action; it has ${actions.join(" and ")}`;
  if (actions.length === 0) return `must have one of ${ACTION_NAMES.join(", ")}`;
  if (step.as !== undefined && !step.issue && !step.purchase)
    return "can have as only with issue or purchase";
  if (step.expect === undefined) return null;
  if (step.check || step.repeat || step.clock) return "can't have expect";
  if (typeof step.expect === "string" && !step.purchase)
    return "can expect a decision only of a purchase; use check, or expect: { error: … }";
  return null;
}

export const Starts = strict({
  scenario: oneOf(SCENARIOS, "demo by default").optional(),
  cards: z
    .int()
    .min(0)
    .max(MAX_SIZE.cards)
    .optional()
    .meta({ description: "For the scenarios demo and scale" }),
  transactions: z
    .int()
    .min(0)
    .max(MAX_SIZE.transactions)
    .optional()
    .meta({ description: "For the scenarios demo and scale" }),
  now: written(
    START_TIME,
    "2026-11-01T08:00:00Z, 30 days ago 08:00, or day 27 of last month 08:00",
    "When the story starts; now by default",
  )
    .refine((text) => !text.endsWith("Z") || isWithinClock(Date.parse(text)), {
      error: "must be an instant in the years 2000 to 2099",
    })
    .optional(),
});
export type Starts = z.infer<typeof Starts>;

export const StoryName = z
  .string({ error: "is required" })
  .min(1, { error: "must not be empty" })
  .max(100, { error: "must be at most 100 characters" });

/** The one definition of a story; the JSON schema and the types follow from it. */
export const Story = strict({
  $schema: z.string().optional().meta({ description: "For editors" }),
  name: StoryName.meta({ description: "What the story is called" }),
  description: z.string().optional().meta({ description: "What one can learn from it" }),
  seed: z
    .int()
    .min(0)
    .max(MAX_SEED)
    .optional()
    .meta({ description: "Decides the world and all draws; 1 by default" }),
  starts: Starts.optional().meta({
    description:
      "The world that the story replaces this one with. Without it, the story goes on in the world as it is",
  }),
  steps: Steps,
});
export type Story = z.infer<typeof Story>;
