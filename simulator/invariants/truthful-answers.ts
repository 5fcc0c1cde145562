import type { ErrorCode, Result } from "@/lib/domain/result";
import { askedIn } from "@/simulator/answers";
import { applicantOf, callsFor } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import type { World } from "@/simulator/world";
import type { Invariant } from "./invariant";

export const truthfulAnswers: Invariant = {
  name: "truthful-answers",
  promise: "Nothing is reported as done that did not happen, nor as failed that happened.",
  when: "always",
  async findViolation({ world, crowd }) {
    const created = world.issuedCards();
    for (const intent of crowd.intents) {
      const cards = created.filter(
        ({ application }) => application?.kycApplicantId === applicantOf(intent.operationId),
      );
      for (const { result } of intent.answers) {
        const problem =
          result && !askedIn(result) && isClaim(intent, result)
            ? findLie(intent, result, cards, world)
            : null;
        if (problem) return `${intent.operationId} (${intent.act.do}): ${problem}`;
      }
    }
    return null;
  },
};

/** These don't say what happened. */
const OPEN = new Set<ErrorCode>(["in-progress", "unknown-outcome", "internal"]);
/** These speak of the last attempt only, which may be a person's second one. */
const ABOUT_ATTEMPT = new Set<ErrorCode>([
  "forbidden",
  "signed-out",
  "confirm-identity",
  "approval-required",
]);

/** Another request of the person was waiting then, which may be over when they try again. */
const WAITING_REQUEST = /Only one can wait at a time/;

function isClaim({ sent }: Intent, result: Result<unknown>): boolean {
  if (result.ok) return true;
  const { code, message } = result.error;
  const isAboutAttempt = ABOUT_ATTEMPT.has(code) || WAITING_REQUEST.test(message);
  return !OPEN.has(code) && !(isAboutAttempt && sent > 1);
}

/** Codes of a request that was never carried out. */
const DID_NOT_HAPPEN = new Set<ErrorCode>([
  "forbidden",
  "signed-out",
  "confirm-identity",
  "approval-required",
  "invalid",
  "conflict",
  "not-found",
  "throttled",
]);

function findLie(
  intent: Intent,
  result: Result<unknown>,
  cards: { id: string }[],
  world: World,
): string | null {
  const { act } = intent;
  if (act.do === "create") {
    if (!result.ok)
      return isCertain(result) && cards.length > 0
        ? `reported as ${result.error.code}, but the card exists`
        : null;
    const { id } = result.data as { id: string };
    return cards.some((card) => card.id === id) ? null : "reported as done, but the card does not exist";
  }
  if (!("card" in act) || act.do === "note") return null;
  const requests = callsFor(world, intent);
  const isDone = requests.some(({ statuses }) => statuses.includes(200));
  if (result.ok)
    return isDone || wasSoBefore(world, intent) ? null : "reported as done, but the issuer never did it";
  // The issuer accepts a freeze of a blocked card, which has no effect.
  if (result.error.code === "refused") return null;
  if (requests.some(({ answer }) => answer === 200))
    return `reported as ${result.error.code}, but the issuer confirmed it`;
  const isDenied = act.do === "reissue" ? isCertain(result) : DID_NOT_HAPPEN.has(result.error.code);
  return isDone && isDenied ? `reported as ${result.error.code}, but the issuer did it` : null;
}

/**
 * A freeze of a frozen card has no effect, nor has a block of a blocked one for the same reason, so it doesn't matter
 * whether the issuer did it.
 */
function wasSoBefore(world: World, intent: Intent): boolean {
  const { act, cardId, begunAt } = intent;
  if ((act.do !== "freeze" && act.do !== "block") || cardId === null) return false;
  const changes = world.network.calls
    .filter(({ path, statuses }) => path.endsWith(`${cardId}/${act.do}/`) && statuses.includes(200))
    .flatMap(({ body, processedAt }) => processedAt.map((at) => ({ body, at })))
    .filter(({ at }) => at < begunAt)
    .sort((one, other) => one.at - other.at);
  const last = changes.at(-1)?.body;
  if (act.do === "freeze") return last?.includes("true") ?? false;
  const own = callsFor(world, intent);
  return own.length > 0 && own.every(({ body }) => body === last);
}

/** A create or a reissue is sent once, so a safe retry means that it did not happen. */
function isCertain(result: Result<unknown>): boolean {
  return (
    !result.ok &&
    (DID_NOT_HAPPEN.has(result.error.code) ||
      result.error.code === "refused" ||
      result.error.retry === "safe")
  );
}
