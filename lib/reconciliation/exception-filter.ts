import "server-only";
import type { ExceptionFilter } from "@/lib/domain/reconciliation/exception-work";
import { Conditions } from "@/lib/postgres/conditions";

/** The conditions on `reconciliation_exceptions e`: the same for the list, its export, its count, and its actions. */
export function exceptionConditions(filter: ExceptionFilter): Conditions {
  const conditions = new Conditions();
  conditions.add("(e.transaction_id ^@ ? or e.card_id = ?)", filter.search || null);
  conditions.add("e.day >= ?::date", filter.from);
  conditions.add("e.day <= ?::date", filter.to);
  conditions.addAny("e.kind", filter.kind);
  conditions.addAny("e.state", filter.state);
  if (filter.owner === "none") conditions.and("e.owner_id is null");
  else conditions.add("e.owner_id = ?::uuid", filter.owner);
  conditions.add("e.currency = ?", filter.currency);
  return conditions;
}

/** Which exceptions in which version, in any order. */
export const FINGERPRINT = `count(*)::int as count,
  coalesce(sum(hashtextextended(e.id::text || ':' || e.version, 0)::numeric), 0)::text as fingerprint`;
