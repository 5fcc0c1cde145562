import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import type { Invariant } from "./invariant";

export const resolvedOperations: Invariant = {
  name: "resolved-operations",
  promise: "No operation stays open once the issuer responds and time has passed, unless a person is asked.",
  when: "end",
  async findViolation({ world }) {
    const [open] = await world.databases.dashboard.read<{ id: string; action: string; state: string }>(
      `select id, action, state from operations
       where state in ('begun', 'unknown') and (attempts < ${MAX_INCONCLUSIVE_ATTEMPTS} or is_evidence_unreadable) limit 1`,
    );
    return open ? `${open.id} (${open.action}) is still ${open.state}` : null;
  },
};
