import type { View } from "@/simulator/intent";
import type { World } from "@/simulator/world";
import type { Invariant } from "./invariant";

export const shownAsConfirmed: Invariant = {
  name: "shown-as-confirmed",
  promise: "After a change, the card's page and the lists show what the issuer says.",
  when: "always",
  async findViolation({ world, crowd }) {
    for (const view of crowd.views) {
      const { intent, shown, listed, before, after, begunAt } = view;
      if (before === null || before !== after) continue;
      if (shown !== null && shown !== after && !isChangedSince(begunAt, view, world))
        return `${intent.cardId} is ${after}, but its page shows ${shown} after ${intent.operationId}`;
      const isIndexCertain =
        !world.databases.dashboard.hasFailed && !isChangedSince(intent.begunAt, view, world);
      if (listed !== null && listed !== after && isIndexCertain)
        return `${intent.cardId} is ${after}, but the lists show ${listed} after ${intent.operationId}`;
    }
    return null;
  },
};

/** By another operation, so that it is open what the person should see. */
function isChangedSince(since: number, { intent, endedAt }: View, { network }: World): boolean {
  return network.calls.some(
    ({ method, path, operationId, processedAt }) =>
      method === "PUT" &&
      path.includes(intent.cardId ?? "") &&
      operationId !== intent.operationId &&
      processedAt.some((at) => at >= since && at <= endedAt),
  );
}
