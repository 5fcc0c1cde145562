import { applicantOf, callsFor } from "@/simulator/effects";
import type { Intent } from "@/simulator/intent";
import type { Invariant } from "./invariant";

export const oneEffect: Invariant = {
  name: "one-effect",
  promise: "One intent has at most one effect in the issuer's own records.",
  when: "always",
  async findViolation({ world, crowd }) {
    const cards = world.issuedCards();
    const countCards = ({ operationId }: Intent) =>
      cards.filter(({ application }) => application?.kycApplicantId === applicantOf(operationId)).length;
    const countReissues = (intent: Intent) =>
      callsFor(world, intent)
        .filter(({ path }) => path.endsWith("/replace"))
        .flatMap(({ statuses }) => statuses.filter((status) => status === 200)).length;
    for (const intent of crowd.intents) {
      // What was repeated because it was called safe counts with the first attempt.
      const attempts = [intent, ...(intent.repeats ? [intent.repeats] : [])];
      const total = (count: (intent: Intent) => number) =>
        attempts.reduce((sum, attempt) => sum + count(attempt), 0);
      if (total(countCards) > 1) return `${intent.operationId} created more than one card`;
      if (intent.act.do === "reissue" && total(countReissues) > 1)
        return `${intent.operationId} reissued the card twice`;
    }
    return null;
  },
};
