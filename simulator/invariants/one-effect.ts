import { applicantOf } from "@/simulator/people";
import type { Invariant } from "./invariant";

export const oneEffect: Invariant = {
  name: "one-effect",
  promise: "One intent has at most one effect in the issuer's own records.",
  when: "always",
  async findViolation({ world, crowd }) {
    const rows = await world.databases.issuer.read<{ applicant: string; count: number }>(
      `select application->>'kycApplicantId' as applicant, count(*)::int as count
       from cards group by 1 having count(*) > 1`,
    );
    const doubled = crowd.intents.find(({ operationId }) =>
      rows.some(({ applicant }) => applicant === applicantOf(operationId)),
    );
    if (doubled) return `${doubled.operationId} created more than one card`;
    for (const { operationId, act } of crowd.intents) {
      const reissues = world.network.calls
        .filter((call) => call.operationId === operationId && call.path.endsWith("/replace"))
        .flatMap(({ statuses }) => statuses.filter((status) => status === 200));
      if (act.do === "reissue" && reissues.length > 1) return `${operationId} reissued the card twice`;
    }
    return null;
  },
};
