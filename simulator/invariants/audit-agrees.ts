import { readAuditLog } from "@/simulator/audit-log";
import type { Invariant } from "./invariant";

export const auditAgrees: Invariant = {
  name: "audit-agrees",
  promise:
    "The audit log has every request to the issuer before it was sent, and ends with each recorded outcome.",
  when: "end",
  async findViolation({ world }) {
    const database = world.databases.dashboard;
    const entries = await readAuditLog(world);
    const hasBegin = (id: string) =>
      entries.some(({ operationId, phase }) => operationId === id && phase === "begin");
    for (const { operationId, method, path, isRecorded } of world.network.calls) {
      if (method === "GET" || operationId === null) continue;
      if (isRecorded === false || !hasBegin(operationId))
        return `${method} ${path} of ${operationId} was sent before it was recorded`;
    }
    const operations = await database.read<{ id: string; state: string }>(
      "select id::text, state from operations where state in ('succeeded', 'failed')",
    );
    for (const { id, state } of operations) {
      const finish = entries.findLast((entry) => entry.operationId === id && entry.phase === "finish");
      if (finish?.outcome !== state)
        return `${id} is ${state}, but the log says ${finish?.outcome ?? "nothing"}`;
    }
    return null;
  },
};
