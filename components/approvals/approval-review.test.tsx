import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type {
  ApprovalDetail,
  ApprovalReview as ApprovalReviewContent,
} from "@/lib/domain/approvals/approval-request";
import { ApprovalReview } from "./approval-review";

const REVIEW: ApprovalReviewContent = {
  title: "Block card •• 1234",
  subject: null,
  consequences: ["Every future purchase is declined."],
  changes: [],
  facts: [],
};

const REQUEST: ApprovalDetail = {
  id: "1",
  kind: "block",
  state: "emergency",
  title: "Block card •• 1234",
  subject: null,
  reason: "Fraud in progress",
  requester: "Ines Duarte",
  isMine: false,
  requestedAt: "2026-11-19T17:00:00Z",
  expiresAt: "2026-11-20T17:00:00Z",
  decision: null,
  outcome: null,
  cardId: "card-1",
  runId: null,
  review: REVIEW,
  differences: [],
  problem: null,
  version: null,
  approvers: [],
  canDecide: false,
  isSameDevice: false,
};

const render = (change: Partial<ApprovalDetail>) =>
  renderToStaticMarkup(<ApprovalReview request={{ ...REQUEST, ...change }} />);

it.each([
  ["succeeded", { is: "succeeded", message: null }, "Done without a second person:"],
  ["failed", { is: "failed", message: "The issuer refused it." }, "Without a second person:"],
  ["isn't known yet", null, "Without a second person:"],
] as const)("an emergency that %s isn't described as something else", (_, outcome, lead) => {
  expect(render({ outcome })).toContain(`>${lead}<`);
});

it("a warning has the title of its own rule", () => {
  const warnings = { title: "Check the person", texts: ["A link was shown.", "Another one, too."] };
  const html = render({ state: "waiting", review: { ...REVIEW, warnings } });
  expect(html).toContain("Check the person");
  for (const text of warnings.texts) expect(html).toContain(text);
  expect(html).not.toContain("Check the customer");
});
