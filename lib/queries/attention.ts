import "server-only";
import { z } from "zod";
import { listDismissed } from "@/lib/card-index/attention/dismissals";
import {
  listBlockedWithoutReplacement,
  listChangedOutside,
  listFollowUps,
  listFrozenBefore,
  listFrozenTooLong,
  listUnknownOutcomes,
} from "@/lib/card-index/attention/list-attention";
import { ATTENTION_KINDS, type Attention } from "@/lib/domain/cards/attention-items";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "@/lib/jobs/resolve-operations";
import { findOverdueReports } from "@/lib/reports/read-reports";
import { defineQuery } from "./define-query";

/** The newest items of each kind, and more of the expanded one. */
export const getAttention = defineQuery({
  name: "items that need attention",
  permission: "cards.read",
  input: z.object({ opened: z.enum(ATTENTION_KINDS).nullish() }),
  async run({ actor, input: { opened } }) {
    const [overdueReports, unknown, followUp, changed, blocked, frozen, frozenBefore, dismissed] =
      await Promise.all([
        can(actor.role, "reports.read") ? findOverdueReports() : null,
        listUnknownOutcomes(MAX_INCONCLUSIVE_ATTEMPTS, opened === "unknown"),
        listFollowUps(opened === "follow-up"),
        listChangedOutside(opened === "changed"),
        listBlockedWithoutReplacement(opened === "blocked"),
        listFrozenTooLong(opened === "frozen"),
        listFrozenBefore(opened === "frozen-before"),
        listDismissed(),
      ]);
    const { breaker, lastSuccessAt } = issuer().state();
    const unreachable = breaker === "closed" ? null : { lastResponseAt: lastSuccessAt };
    return success<Attention>({
      issuer: unreachable,
      overdueReports,
      unknown,
      "follow-up": followUp,
      changed,
      blocked,
      frozen,
      "frozen-before": frozenBefore,
      dismissed,
    });
  },
});
