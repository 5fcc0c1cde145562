import { readRunRows } from "@/simulator/bulk/files";
import { applicantOf } from "@/simulator/effects";
import type { Invariant } from "./invariant";

type Operation = { id: string; action: string; state: string; target: string | null; by_job: boolean };

export const recordedOutcomes: Invariant = {
  name: "recorded-outcomes",
  promise: "The recorded outcome of every operation agrees with the issuer's records.",
  when: "end",
  async findViolation({ world }) {
    const operations = await world.databases.dashboard.read<Operation>(
      `select id, action, state, target, result #>> '{error,requestId}' = id::text as by_job
       from operations where state in ('succeeded', 'failed')`,
    );
    const cards = world.issuedCards();
    const rows = await readRunRows(world);
    for (const { id, action, state, target, by_job } of operations) {
      const mark = rows.find(({ operationId }) => operationId === id)?.mark ?? applicantOf(id);
      const card = cards.find(({ application }) => application?.kycApplicantId === mark);
      if (action === "card.create" && state === "succeeded" && card?.id !== target)
        return `${id} is recorded as the create of ${target}, but created ${card?.id ?? "no card"}`;
      if (action === "card.create" && state === "failed" && card)
        return `${id} is recorded as failed, but created ${card.id}`;
      const isProcessed = world.network.calls.some(
        (call) => call.operationId === id && call.method === "PUT" && call.statuses.includes(200),
      );
      if (state === "failed" && by_job && isProcessed)
        return `${id} (${action}) is recorded as failed, but the issuer did it`;
    }
    return null;
  },
};
