import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cardRequest } from "@/e2e/fixtures/card-request";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import type { Card } from "@/lib/contract/card";
import type { Result } from "@/lib/domain/result";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { deliver } from "@/scripts/bench/report-issuer";
import type { Visitor } from "./visitor";

/** One thing that a person wants, sent again with the same ID until its outcome is known. */
export type Intent = {
  kind: "create" | "note" | "report";
  operationId: string;
  /** The customer, the note's card, or the report's ID; unique to this intent. */
  subject: string;
  /** The same each time, because an ID with another input is another intent. */
  input: object;
  isAcknowledged: boolean;
  /** The code of an answer that says that it will not be done. */
  refusal: string | null;
};

export type SentWebhook = { id: string; event: object; isAcknowledged: boolean };

export type Ledger = {
  intents: Intent[];
  webhooks: SentWebhook[];
  /** Issued cards without a note. */
  cardIds: string[];
};

export type Load = {
  people: { manager: Visitor; finance: Visitor };
  /** Its own deliveries are sent again by us. */
  sandbox: Pick<Sandbox, "webhooks">;
};

const PAUSE_MS = 20;
const WEBHOOKS_AT_ONCE = 5;
const REPEAT_PAUSE_MS = 200;
/** While the server is down, a few attempts are enough. */
const UNANSWERED_PAUSE_MS = 500;
const REPEATED_EVENTS = 3;

/** People act and the issuer delivers until `isOver`, or until the server no longer answers. */
export async function actUntil(ledger: Ledger, load: Load, isOver: () => boolean): Promise<void> {
  const { people } = load;
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!isOver()) {
      const isAnswered = await work().then(
        () => true,
        () => false,
      );
      await sleep(isAnswered ? pauseMs : UNANSWERED_PAUSE_MS);
    }
  };
  const once = begin(ledger, "report", randomUUID());
  await Promise.all([
    repeat(PAUSE_MS, () => send(ledger, people, begin(ledger, "create", `proof-${randomUUID()}`))),
    repeat(PAUSE_MS, async () => {
      const cardId = ledger.cardIds.pop();
      if (cardId) await send(ledger, people, begin(ledger, "note", cardId));
    }),
    repeat(PAUSE_MS, () => deliverSome(ledger, people.manager.origin)),
    repeat(REPEAT_PAUSE_MS, () => repeatFilesEvents(ledger, load)),
    send(ledger, people, once).catch(() => undefined),
  ]);
}

/** Sends everything again whose answer was lost. */
export async function retryOpen(ledger: Ledger, { people }: Load): Promise<void> {
  const open = ledger.intents.filter(({ isAcknowledged, refusal }) => !isAcknowledged && !refusal);
  for (const intent of open) await send(ledger, people, intent).catch(() => undefined);
  for (const webhook of ledger.webhooks.filter(({ isAcknowledged }) => !isAcknowledged))
    await deliverOne(webhook, people.manager.origin).catch(() => undefined);
}

const INPUTS: Record<Intent["kind"], (subject: string) => object> = {
  create: (subject) => cardRequest({ customerId: subject }),
  note: (subject) => ({ subject: `card:${subject}`, body: "Called back" }),
  report: () => ({ type: "daily", date: addDays(toIsoDate(new Date()), -3) }),
};

function begin(ledger: Ledger, kind: Intent["kind"], subject: string): Intent {
  const operationId = kind === "report" ? subject : randomUUID();
  const intent = {
    kind,
    operationId,
    subject,
    input: INPUTS[kind](subject),
    isAcknowledged: false,
    refusal: null,
  };
  ledger.intents.push(intent);
  return intent;
}

/** No answer, or one that only says "wait", leaves the intent open. */
const UNDECIDED = ["in-progress", "unknown-outcome", "issuer-unavailable", "internal"];

async function send(ledger: Ledger, { manager, finance }: Load["people"], intent: Intent): Promise<void> {
  const { kind, operationId, input } = intent;
  const act: Record<Intent["kind"], () => Promise<Result<unknown>>> = {
    create: async () => {
      const created = await manager.act<Card>("createCard", operationId, input);
      if (created.ok) ledger.cardIds.push(created.data.id);
      return created;
    },
    note: () => manager.act("addNote", operationId, input),
    report: () => finance.act("requestReport", operationId, input),
  };
  const result = await act[kind]();
  intent.isAcknowledged = result.ok;
  intent.refusal = result.ok || UNDECIDED.includes(result.error.code) ? null : result.error.code;
}

async function deliverSome(ledger: Ledger, origin: string): Promise<void> {
  const webhooks = Array.from({ length: WEBHOOKS_AT_ONCE }, () => {
    const id = `proof_${randomUUID()}`;
    return { id, event: { eventType: id }, isAcknowledged: false };
  });
  ledger.webhooks.push(...webhooks);
  await Promise.all(webhooks.map((webhook) => deliverOne(webhook, origin)));
}

/** The newest links for reports come twice more at once, and a third time as an event of its own. */
async function repeatFilesEvents(ledger: Ledger, { people, sandbox }: Load): Promise<void> {
  const { deliveries } = await sandbox.webhooks();
  const newest = deliveries.filter(({ body }) => body !== null).slice(0, REPEATED_EVENTS);
  const copies = newest.flatMap(({ id, body }) => {
    const event = JSON.parse(body ?? "");
    return [id, id, `again_${randomUUID()}`].map((id) => ({ id, event, isAcknowledged: false }));
  });
  ledger.webhooks.push(...copies);
  await Promise.all(copies.map((webhook) => deliverOne(webhook, people.manager.origin)));
}

async function deliverOne(webhook: SentWebhook, origin: string): Promise<void> {
  const status = await deliver(`${origin}/api/webhooks/issuer`, webhook.event, webhook.id);
  webhook.isAcknowledged = status === 202;
}
