import "server-only";
import { findFacts, findSettledEvents } from "@/lib/card-index/find-facts";
import { pool } from "@/lib/db/database";
import type { SettlementException, TransactionSettlement } from "@/lib/domain/cards/transaction-facts";
import { can, type Role } from "@/lib/domain/people/permissions";
import { VALUE_CURRENCY } from "@/lib/reconciliation/list-exceptions";

/** What the settlement files say about a transaction, as far as the role may read it; null if they don't have it. */
export async function readSettlement(id: string, role: Role): Promise<TransactionSettlement | null> {
  const canReadReports = can(role, "reports.read");
  const [allFacts, events, exceptions] = await Promise.all([
    findFacts([id], { withEffect: canReadReports }),
    findSettledEvents([id]),
    can(role, "reconciliation.read") ? findExceptions(id) : [],
  ]);
  const facts = allFacts.get(id);
  if (!facts && exceptions.length === 0) return null;
  return {
    merchant: facts?.merchant ?? null,
    currency: facts?.currency ?? null,
    events: (events.get(id) ?? []).map(({ effect, reportId, ...event }) => ({
      ...event,
      effect: canReadReports ? effect : null,
      reportId: canReadReports ? reportId : null,
    })),
    exceptions,
  };
}

async function findExceptions(id: string): Promise<SettlementException[]> {
  const { rows } = await (await pool()).query<SettlementException>(
    `select id, kind, to_char(day, 'YYYY-MM-DD') as day, event, field, ours, theirs, ${VALUE_CURRENCY}
     from reconciliation_exceptions e where transaction_id = $1 and state <> 'resolved' order by day, kind, id limit 10`,
    [id],
  );
  return rows;
}
