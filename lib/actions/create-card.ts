"use server";

import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import { updateCustomerProfile } from "@/lib/card-index/sync/update-customer-profile";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { clearDraftOf } from "@/lib/db/drafts";
import { issuer } from "@/lib/issuer/issuer";
import { readBeforeCreate } from "@/lib/jobs/resolve-create";
import { traceIssuerResult } from "./card-action";
import { defineAction } from "./define-action";

/** Never retried: if no response arrives, a job resolves the outcome (lib/jobs/resolve-operations.ts). */
export const createCard = defineAction({
  permission: "cards.create",
  confirmation: "none",
  input: CreateCardRequest.check(withoutCardNumber),
  action: "card.create",
  target: () => null,
  async run({ input, operationId, trace }) {
    await storeEvidence(operationId, { input, before: await readBeforeCreate(input) });
    const send = () => issuer().createCard(input, () => recordSending(operationId));
    const created = traceIssuerResult(await recordInIndex("own-change", send), trace);
    if (created.ok) {
      trace.target = created.data.id;
      trace.after = { status: created.data.status, lastFour: created.data.lastFour };
      // The card exists, so a failed cleanup must not fail the action; the draft is pruned later.
      await clearDraftOf(operationId).catch(() => undefined);
      await updateCustomerProfile(created.data, input).catch(() => undefined);
    }
    return created;
  },
  topics: (_, card) => ["cards", `card:${card.id}`],
});
