import "server-only";
import { z } from "zod";
import { listAudit } from "@/lib/audit/read";
import { can } from "@/lib/domain/permissions";
import { failure, success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";
import { toListRow } from "./audit";
import { defineQuery } from "./define-query";

const SHOWN = 8;

export const getNewestCards = defineQuery({
  name: "the newest cards",
  permission: "cards.read",
  input: z.object({}),
  async run() {
    const listed = await issuer().listCards({ page: 1 });
    if (!listed.ok) return failure(toAppError(listed.failure));
    const { results, count } = listed.data;
    return success({ cards: results.slice(0, SHOWN), total: count > results.length ? count : null });
  },
});

export const getNewestTransactions = defineQuery({
  name: "the newest transactions",
  permission: "transactions.read",
  input: z.object({}),
  async run() {
    const listed = await issuer().listTransactions({ page: 1 });
    if (!listed.ok) return failure(toAppError(listed.failure));
    const { results, count } = listed.data;
    return success({ transactions: results.slice(0, SHOWN), total: count > results.length ? count : null });
  },
});

/** What was done last: by everyone for those who may see the log, by oneself for the others. */
export const getRecentActions = defineQuery({
  name: "recent actions",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const filter = can(actor.role, "audit.read") ? {} : { actorId: actor.id };
    const { rows } = await listAudit(filter, { limit: SHOWN });
    return success(rows.map(toListRow));
  },
});
