import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cardRequest } from "@/e2e/fixtures/sandbox";
import type { Result } from "@/lib/domain/result";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { deliver } from "@/scripts/bench/report-issuer";
import type { Visitor } from "./visitor";

/** One thing that a person wants, sent again with the same ID until its outcome is known. */
export type Intent = {
  kind: "create" | "note" | "report";
  operationId: string;
  /** The customer or the note's subject, unique to this intent. */
  subject: string;
  isAcknowledged: boolean;
  isRefused: boolean;
};

export type Ledger = {
  intents: Intent[];
  webhooks: { id: string; isAcknowledged: boolean }[];
};

type People = { manager: Visitor; finance: Visitor };

const PAUSE_MS = 20;
const WEBHOOKS_AT_ONCE = 5;

/** People act and the issuer delivers until `isOver`, or until the server no longer answers. */
export async function actUntil(ledger: Ledger, people: People, isOver: () => boolean): Promise<void> {
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver()) {
      await work().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  const once = begin(ledger, "report");
  await Promise.all([
    repeat(() => send(people, begin(ledger, "create"))),
    repeat(() => send(people, begin(ledger, "note"))),
    repeat(() => deliverSome(ledger, people.manager.origin)),
    send(people, once).catch(() => undefined),
  ]);
}

/** Sends everything again whose answer was lost. Returns how many are still open. */
export async function retryOpen(ledger: Ledger, people: People): Promise<number> {
  const open = ledger.intents.filter((intent) => !intent.isAcknowledged && !intent.isRefused);
  for (const intent of open) await send(people, intent).catch(() => undefined);
  for (const webhook of ledger.webhooks.filter(({ isAcknowledged }) => !isAcknowledged))
    await deliverOne(webhook, people.manager.origin).catch(() => undefined);
  return (
    open.filter((intent) => !intent.isAcknowledged && !intent.isRefused).length +
    ledger.webhooks.filter(({ isAcknowledged }) => !isAcknowledged).length
  );
}

function begin(ledger: Ledger, kind: Intent["kind"]): Intent {
  const intent = {
    kind,
    operationId: randomUUID(),
    subject: `proof-${randomUUID()}`,
    isAcknowledged: false,
    isRefused: false,
  };
  ledger.intents.push(intent);
  return intent;
}

/** No answer, or one that only says "wait", leaves the intent open. */
const UNDECIDED = ["in-progress", "unknown-outcome", "issuer-unavailable", "internal"];

async function send({ manager, finance }: People, intent: Intent): Promise<void> {
  const { kind, operationId, subject } = intent;
  const act: Record<Intent["kind"], () => Promise<Result<unknown>>> = {
    create: () => manager.act("createCard", operationId, cardRequest({ customerId: subject })),
    note: () => manager.act("addNote", operationId, { subject: `customer:${subject}`, body: "Called back" }),
    report: () =>
      finance.act("requestReport", operationId, { type: "daily", date: addDays(toIsoDate(new Date()), -3) }),
  };
  const result = await act[kind]();
  intent.isAcknowledged = result.ok;
  intent.isRefused = !result.ok && !UNDECIDED.includes(result.error.code);
}

async function deliverSome(ledger: Ledger, origin: string): Promise<void> {
  const webhooks = Array.from({ length: WEBHOOKS_AT_ONCE }, () => ({
    id: `proof_${randomUUID()}`,
    isAcknowledged: false,
  }));
  ledger.webhooks.push(...webhooks);
  await Promise.all(webhooks.map((webhook) => deliverOne(webhook, origin)));
}

async function deliverOne(webhook: Ledger["webhooks"][number], origin: string): Promise<void> {
  const status = await deliver(`${origin}/api/webhooks/issuer`, { eventType: webhook.id }, webhook.id);
  webhook.isAcknowledged = status === 202;
}
