import { verifyExport } from "@/lib/audit/verify-export";
import { readAuditLog } from "@/simulator/audit-log";
import type { Reading } from "@/simulator/readers";
import type { Invariant } from "./invariant";

/** The action in the audit log, by what is exported. */
const ACTIONS: Partial<Record<Reading["read"]["what"], string>> = {
  cards: "cards.export",
  "sorted-cards": "cards.export",
  transactions: "transactions.export",
  audit: "audit.export",
};

export const completeExports: Invariant = {
  name: "complete-exports",
  promise: "An export that ends normally has every record of its list, and is in the audit log.",
  when: "end",
  async findViolation({ world, crowd, readers }) {
    const entries = await readAuditLog(world);
    const exports = readers.readings.filter(
      ({ read, answer }) => ACTIONS[read.what] && answer?.status === 200,
    );
    for (const reading of exports) {
      const problem = await findMissing(reading);
      if (problem) return `${reading.person}'s export of ${reading.read.what}: ${problem}`;
      const isSame = ({ person, read }: Reading) =>
        person === reading.person && ACTIONS[read.what] === ACTIONS[reading.read.what];
      const audited = entries.filter(
        ({ action, actor }) =>
          action === ACTIONS[reading.read.what] && actor?.id === crowd.people[reading.person].id,
      );
      if (audited.length < exports.filter(isSame).length)
        return `${reading.person} exported ${reading.read.what} without an audit entry`;
    }
    return null;
  },
};

async function findMissing({ read, before, answer }: Reading): Promise<string | null> {
  const body = answer?.body ?? "";
  if (read.what === "audit") {
    const state = await verifyExport([body]);
    if (!state.isConsistent) return state.why;
    const isWhole = state.omitted === 0 && state.oldest.seq === 1;
    if (!isWhole || state.newest.seq < (before?.lastEntry ?? 0)) return "entries are missing";
  }
  if (read.what !== "cards") return null;
  const missing = before?.cardIds.find((id) => !body.includes(id));
  return missing ? `the card ${missing} is missing` : null;
}
