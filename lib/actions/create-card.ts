"use server";

import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { keepCustomerProfile } from "@/lib/card-index/keep-customer-profile";
import { takeOver } from "@/lib/card-index/take-over";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { clearDraftOf } from "@/lib/db/drafts";
import { issuer } from "@/lib/issuer/issuer";
import { readBeforeCreate } from "@/lib/jobs/resolve-create";
import { fromIssuer } from "./card-action";
import { defineAction } from "./define-action";

/** Never sent twice: when no answer comes, a job finds out what happened (lib/jobs/settle-operations.ts). */
export const createCard = defineAction({
  permission: "cards.create",
  input: CreateCardRequest.check(withoutCardNumber),
  action: "card.create",
  target: () => null,
  async run({ input, operationId, trace }) {
    await storeEvidence(operationId, { input, before: await readBeforeCreate(input) });
    const send = () => issuer().createCard(input, () => recordSending(operationId));
    const created = fromIssuer(await takeOver("own", send), trace);
    if (created.ok) {
      trace.target = created.data.id;
      trace.after = { status: created.data.status, lastFour: created.data.lastFour };
      // A card that is there is never told as a failure: what is left of the draft goes with the next pruning.
      await clearDraftOf(operationId).catch(() => undefined);
      await keepCustomerProfile(created.data, input).catch(() => undefined);
    }
    return created;
  },
  changes: (_, card) => ["cards", `card:${card.id}`],
});
