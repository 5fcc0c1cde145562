import type { Result } from "@/lib/domain/result";
import { applicantOf, type Intent } from "@/simulator/people";
import type { World } from "@/simulator/world";
import type { Invariant } from "./invariant";

export const truthfulAnswers: Invariant = {
  name: "truthful-answers",
  promise: "Nothing is reported as done that did not happen, nor as failed that happened.",
  when: "always",
  async findViolation({ world, crowd }) {
    const created = await world.databases.issuer.read<{ id: string; applicant: string }>(
      "select id, application->>'kycApplicantId' as applicant from cards",
    );
    for (const intent of crowd.intents) {
      const cards = created.filter(({ applicant }) => applicant === applicantOf(intent.operationId));
      for (const { result } of intent.answers) {
        const problem = result && findLie(intent, result, cards, world);
        if (problem) return `${intent.operationId} (${intent.act.do}): ${problem}`;
      }
    }
    return null;
  },
};

/** Codes of a request that was never carried out. */
const DID_NOT_HAPPEN = new Set([
  "forbidden",
  "signed-out",
  "invalid",
  "refused",
  "conflict",
  "not-found",
  "throttled",
]);

function findLie(
  { act, operationId }: Intent,
  result: Result<unknown>,
  cards: { id: string }[],
  world: World,
): string | null {
  if (act.do === "note") return null;
  if (act.do === "create") {
    if (!result.ok)
      return isDefiniteFailure(result) && cards.length > 0 ? "reported as failed, but the card exists" : null;
    const { id } = result.data as { id: string };
    return cards.some((card) => card.id === id) ? null : "reported as done, but the card does not exist";
  }
  const effects = world.network.calls.filter(
    (call) => call.operationId === operationId && call.method === "PUT" && call.statuses.includes(200),
  );
  if (result.ok) return effects.length > 0 ? null : "reported as done, but the issuer was never asked";
  const isCertain = result.error.code !== "refused" && isDefiniteFailure(result);
  return isCertain && effects.length > 0 ? `reported as ${result.error.code}, but the issuer did it` : null;
}

function isDefiniteFailure(result: Result<unknown>): boolean {
  return !result.ok && (DID_NOT_HAPPEN.has(result.error.code) || result.error.retry === "safe");
}
