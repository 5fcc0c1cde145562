import "server-only";
import { z } from "zod";
import {
  listBlockedWithoutReplacement,
  listChangedOutside,
  listDismissed,
  listFrozenTooLong,
  listUnknownOutcomes,
} from "@/lib/card-index/attention";
import type { Attention } from "@/lib/domain/attention";
import { success } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { TRIES } from "@/lib/jobs/settle-operations";
import { defineQuery } from "./define-query";

/** What needs someone, the newest few of each kind. */
export const getAttention = defineQuery({
  name: "what needs someone",
  permission: "cards.read",
  input: z.object({}),
  async run() {
    const [unknown, changed, blocked, frozen, dismissed] = await Promise.all([
      listUnknownOutcomes(TRIES),
      listChangedOutside(),
      listBlockedWithoutReplacement(),
      listFrozenTooLong(),
      listDismissed(),
    ]);
    const { breaker, lastSuccessAt } = issuer().state();
    const unreachable = breaker === "closed" ? null : { lastAnswerAt: lastSuccessAt };
    return success<Attention>({ issuer: unreachable, unknown, changed, blocked, frozen, dismissed });
  },
});
