import "server-only";
import { governed } from "@/lib/approvals/approval-rule";
import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { traceIssuerResult } from "@/lib/card-index/change-card";
import { findKnownCustomers } from "@/lib/card-index/find-known-customers";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import { updateCustomerProfile } from "@/lib/card-index/sync/update-customer-profile";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { concernText, customerConcerns, holderOfRequest } from "@/lib/contract/issue-concerns";
import { clearDraftOf } from "@/lib/db/drafts";
import { toDecimal } from "@/lib/domain/money/money";
import { groupThousands } from "@/lib/domain/money/numbers";
import { success } from "@/lib/domain/result";
import { formatDay } from "@/lib/domain/time/date-time";
import { issuer } from "@/lib/issuer/issuer";
import { readBeforeCreate } from "@/lib/jobs/resolve-create";

/** Never retried: if no response arrives, a job resolves the outcome (lib/jobs/resolve-operations.ts). */
export const createCardOperation = governed({
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
  approval: {
    kind: "issue",
    isNeeded: ({ spendLimit = 0 }, { threshold = 0 }) => spendLimit > threshold,
    // There is no card yet that could change, but the customer may be somebody else by then.
    readState: async (request) => {
      const customer = (await findKnownCustomers([request.meta.id])).get(request.meta.id);
      const [concern] = customer ? customerConcerns(holderOfRequest(request), customer) : [];
      return success(concern ? { Warning: concernText(concern) } : {});
    },
    review: (request, { Warning: warning }) => ({
      title: `Issue a card with a limit of ${formatLimit(request.spendLimit ?? 0)}`,
      subject: holderOfRequest(request).name,
      ...(warning ? { warnings: { title: CHECK_CUSTOMER, texts: [warning] } } : {}),
      consequences: [
        "A new card is issued. It can be blocked, but not removed.",
        `It opens with ${formatLimit(request.spendLimit ?? 0)} available, in the card’s currency.`,
      ],
      changes: [{ name: "Spend limit", before: null, after: formatLimit(request.spendLimit ?? 0) }],
      facts: [
        { name: "Customer ID", value: request.meta.id },
        { name: "Customer type", value: request.customerType },
        { name: "KYC applicant ID", value: request.kycApplicantId },
        { name: "Card type", value: request.cardType },
        { name: "Name on card", value: request.preferredCardName },
        { name: "Expires", value: request.expiryDate ? formatDay(request.expiryDate) : "In three years" },
        {
          name: "Phone",
          value: `+${request.meta.otpPhoneNumber.dialCode} ${request.meta.otpPhoneNumber.phoneNumber}`,
        },
        { name: "Email", value: request.meta.email ?? "None" },
      ],
    }),
  },
});

/** Above warnings that a card may end with another customer. */
export const CHECK_CUSTOMER = "Check the customer";

export function formatLimit(limit: number): string {
  const rounded = toDecimal(limit, "USD");
  return groupThousands(Number(rounded) === limit ? rounded : String(limit));
}
