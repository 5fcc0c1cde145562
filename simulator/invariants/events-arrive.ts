import { EVERYTHING } from "@/lib/domain/topics";
import { isDone } from "@/simulator/answers";
import type { Browser } from "@/simulator/browser";
import { time } from "@/simulator/edges/virtual-time";
import type { Intent } from "@/simulator/intent";
import { isRefused } from "@/simulator/possible-values";
import type { Evidence, Invariant } from "./invariant";

/** Longer than a browser takes to reconnect. */
const MAX_DELAY_MS = 5_000;

export const eventsArrive: Invariant = {
  name: "events-arrive",
  promise: "Every change of a card and every event after a page was loaded reaches that page.",
  when: "end",
  async findViolation(evidence) {
    const { world, browsers } = evidence;
    const rows = await world.databases.dashboard.read<{ id: number; topic: string; at: Date }>(
      "select id, topic, at from events order by id",
    );
    const changes = listChanges(evidence);
    for (const browser of browsers) {
      if (browser.isSignedOut) continue;
      const until = Math.min(time.now, untouchedUntil(browser, evidence)) - MAX_DELAY_MS;
      const due = rows.filter(({ at }) => at.getTime() < until);
      const missed = browser.findMissed(due.map(({ id, topic }) => ({ id: Number(id), topic })));
      if (missed)
        return `${browser.person}'s page since ${browser.since} missed event ${missed.id} (${missed.topic})`;
      const unheard = changes.find(
        (change) => browser.loadedAt < change.from && change.to < until && !hasHeard(browser, change),
      );
      if (unheard)
        return `${browser.person}'s page since ${browser.since} heard nothing of ${unheard.operationId} on ${unheard.cardId}`;
    }
    return null;
  },
};

/**
 * A page of someone whose role or state may have changed since can't expect everything, and a paused dashboard sends
 * what happened before only afterward.
 */
function untouchedUntil({ person }: Browser, { plan, crowd }: Evidence): number {
  const touching = crowd.intents.filter(
    (intent) => "target" in intent.act && intent.act.target === person && !isRefused(intent),
  );
  const pauses = plan.steps.map((step) => (step.is === "pause" || step.is === "stall" ? step.forMs : 0));
  return Math.min(...touching.map(({ begunAt }) => begunAt)) - Math.max(0, ...pauses);
}

/** A change of a card in the issuer's records or in ours, and when it happened. */
type Change = { operationId: string; cardId: string; from: number; to: number };

/** Without those whose dashboard may have ended between the change and its event. */
function listChanges({ world, crowd }: Evidence): Change[] {
  return crowd.intents.flatMap((intent): Change[] => {
    const { operationId, begunAt, answers } = intent;
    const cardId = cardOf(intent);
    const isTold = answers.length > 0 && answers.every(({ result }) => isDone(result));
    if (cardId === null || !isTold) return [];
    const done = world.network.calls
      .filter((call) => call.operationId === operationId && call.method !== "GET")
      .flatMap(({ processedAt }) => processedAt);
    const from = done.length > 0 ? Math.min(...done) : begunAt;
    return [{ operationId, cardId, from, to: Math.max(...answers.map(({ at }) => at)) }];
  });
}

function cardOf({ act, cardId, answers }: Intent): string | null {
  if (act.do !== "create") return cardId;
  const created = answers.find(({ result }) => result?.ok)?.result;
  return created?.ok ? (created.data as { id: string }).id : null;
}

function hasHeard({ received }: Browser, { cardId, from }: Change): boolean {
  return [...received.values()].some(
    ({ topic, at }) => at >= from && (topic === `card:${cardId}` || topic === EVERYTHING),
  );
}
