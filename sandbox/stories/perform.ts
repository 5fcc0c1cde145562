import { formatMoney } from "@/lib/domain/money/money";
import { DECLINE_REASONS } from "@/sandbox/domain/authorization";
import { lastFour } from "@/sandbox/domain/credentials";
import { HttpError } from "@/sandbox/http/http-error";
import { addDisagreement, clearDisagreements } from "@/sandbox/operations/add-disagreement";
import { authorize } from "@/sandbox/operations/authorize";
import { blockCard, freezeCard, getCard, reissueCard } from "@/sandbox/operations/change-card";
import { changeTransaction } from "@/sandbox/operations/change-transaction";
import { addFault, clearFaults } from "@/sandbox/operations/faults";
import { issueCard } from "@/sandbox/operations/issue-card";
import { requestReport } from "@/sandbox/operations/request-report";
import { at } from "@/sandbox/scenarios/random";
import type { StoredCard, TransactionRecord } from "@/sandbox/store/records";
import type { World } from "@/sandbox/worlds/world";
import { StoryError } from "./read-story";
import type { Happening, StoryEvent, Target } from "./schedule";

export type Stage = {
  world: World;
  /** Report links start with it. */
  origin: string;
  /** The cards and purchases that the story has made, by slot. */
  ids: Map<string, string>;
};

type Of<Action extends Happening["action"]> = Extract<StoryEvent, { action: Action }>;

const PAST = { clear: "cleared", reverse: "reversed", refund: "refunded" } as const;

const PERFORM: { [Action in Happening["action"]]: (stage: Stage, event: Of<Action>) => string } = {
  issue(stage, { request, slot }) {
    const card = issueCard(stage.world, request);
    remember(stage, slot, card.id);
    return `${describeCard(card)} issued`;
  },
  purchase(stage, { card: target, purchase, slot, expect }) {
    const card = findCard(stage, target);
    const { transaction, code } = authorize(stage.world, { ...purchase, cardId: card.id });
    remember(stage, slot, transaction.id);
    const decision = code ? `declined with ${code}, because ${DECLINE_REASONS[code]}` : "approved";
    const text = `${describePurchase(transaction)} with ${describeCard(card)} ${decision}`;
    const isExpected =
      typeof expect !== "string" ||
      expect === (code ?? "approved") ||
      (expect === "declined" && code !== null);
    if (!isExpected) throw new StoryError(`expected ${expect}, but ${text}`);
    return text;
  },
  clear: changePurchase,
  reverse: changePurchase,
  refund: changePurchase,
  freeze(stage, { card: target }) {
    const card = findCard(stage, target);
    freezeCard(stage.world, card.id, { freeze: true });
    return `${describeCard(card)} frozen`;
  },
  unfreeze(stage, { card: target }) {
    const card = findCard(stage, target);
    freezeCard(stage.world, card.id, { freeze: false });
    return `${describeCard(card)} unfrozen`;
  },
  block(stage, { card: target, reason }) {
    const card = findCard(stage, target);
    blockCard(stage.world, card.id, { reason });
    return `${describeCard(card)} blocked: ${reason}`;
  },
  reissue(stage, { card: target, request }) {
    const card = findCard(stage, target);
    reissueCard(stage.world, card.id, request);
    const { cardNumber } = getCard(stage.world.state, card.id);
    return `${describeCard(card)} reissued as •••• ${lastFour(cardNumber)}`;
  },
  fault({ world }, { request }) {
    const { fault, method, path = "any path", times } = addFault(world, request);
    const what = fault.type === "status" ? `status ${fault.status}` : fault.type;
    const calls = [times > 1 ? times : null, method, times > 1 ? "calls" : "call"].filter(Boolean).join(" ");
    return `Fault added: ${what} for the next ${calls} of ${path}`;
  },
  clearFaults: ({ world }) => `Faults removed: ${clearFaults(world)}`,
  clearDisagreements: ({ world }) => `Disagreements removed: ${clearDisagreements(world)}`,
  clock: ({ world }) => `Clock moved to ${world.clock.now().toISOString()}`,
  report({ world, origin }, { type, date }) {
    const { id } = requestReport(world, { type, query: { date }, origin });
    return `Report ${type} of ${date} requested: ${id}`;
  },
  disagreement({ world }, { request }) {
    const added = addDisagreement(world, request);
    return `Disagreement added: ${added?.kind} in ${added?.type} of ${added?.day ?? "the next file"}`;
  },
  check(stage, event) {
    const { card, transaction, status, availableCredit } = event;
    const found = card ? findCard(stage, card) : findTransaction(stage, transaction as Target);
    const text = card ? describeCard(found as StoredCard) : describePurchase(found as TransactionRecord);
    if (status !== undefined && found.status !== status)
      throw new StoryError(`expected ${text} to be ${status}, but it is ${found.status}`);
    if (
      availableCredit !== undefined &&
      "availableCredit" in found &&
      found.availableCredit !== availableCredit
    )
      throw new StoryError(
        `expected ${text} to have an available credit of ${availableCredit}, but it has ${found.availableCredit}`,
      );
    return `${text} ${describeChecked(event, found)}`;
  },
};

/** Does what a control call or an API call does. Returns what happened, or throws a StoryError. */
export function perform(stage: Stage, event: StoryEvent): string {
  const expected = typeof event.expect === "object" ? event.expect.error : null;
  let text: string;
  try {
    text = (PERFORM[event.action] as (stage: Stage, event: StoryEvent) => string)(stage, event);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (expected !== null && error.message.includes(expected))
      return `Rejected as expected: ${error.message}`;
    throw new StoryError(error.message);
  }
  if (expected !== null) throw new StoryError(`expected the error “${expected}”, but: ${text}`);
  return text;
}

/** Only what was checked. */
function describeChecked(
  { status, availableCredit }: Of<"check">,
  found: StoredCard | TransactionRecord,
): string {
  const parts = [
    status === undefined ? null : `is ${found.status.toLowerCase()}`,
    availableCredit === undefined ? null : `has ${formatMoney(availableCredit, found.currency)} available`,
  ];
  return parts.filter((part) => part !== null).join(" and ") || "exists";
}

function changePurchase(stage: Stage, event: Of<"clear" | "reverse" | "refund">): string {
  const { action, transaction: target, isOptional } = event;
  const current = findTransaction(stage, target);
  const needed = action === "refund" ? "CLEARED" : "PENDING";
  if (isOptional && current.status !== needed)
    return `${describePurchase(current)} not ${PAST[action]}: it is ${current.status}`;
  const changed = changeTransaction(stage.world, current.id, action);
  return `${describePurchase(changed)} ${PAST[action]}`;
}

function remember({ ids }: Stage, slot: string | null, id: string): void {
  if (slot !== null) ids.set(slot, id);
}

function findCard(stage: Stage, target: Target): StoredCard {
  const { state } = stage.world;
  if (!("share" in target)) return getCard(state, idOf(stage, target));
  const active = cardsInOrder(stage).filter(({ status }) => status === "ACTIVE");
  if (active.length === 0) throw new StoryError("the world has no active card");
  return at(active, Math.floor(target.share * active.length));
}

/** The story's own cards come last: their IDs are random, so the world's order isn't the same each time. */
function cardsInOrder({ world, ids }: Stage): StoredCard[] {
  const own = [...ids.values()].flatMap((id) => world.state.cards.get(id) ?? []);
  const isOwn = new Set(own);
  return [...[...world.state.cards].filter((card) => !isOwn.has(card)), ...own];
}

function findTransaction(stage: Stage, target: Target): TransactionRecord {
  const transaction = stage.world.state.transactions.get(idOf(stage, target));
  if (!transaction) throw new StoryError("Transaction not found");
  return transaction;
}

function idOf({ ids }: Stage, target: Target): string {
  if ("id" in target) return target.id;
  const id = "slot" in target ? ids.get(target.slot) : undefined;
  if (id === undefined)
    throw new StoryError(`${"name" in target ? target.name : "it"} does not exist: its step was rejected`);
  return id;
}

function describeCard({ cardholderName, cardNumber }: StoredCard): string {
  return `${cardholderName}’s card •••• ${lastFour(cardNumber)}`;
}

function describePurchase({ amount, currency, merchant }: TransactionRecord): string {
  return `${formatMoney(amount, currency)} at ${merchant}`;
}
