import { DescriptionList } from "@/components/ui/description-list";
import { Callout } from "@/components/ui/messages/callout";
import type { ApprovalChange, ApprovalDetail, ApprovalState } from "@/lib/domain/approvals/approval-request";

/** What would happen or has happened, why, and what changed since it was requested. */
export function ApprovalReview({ request }: { request: ApprovalDetail }) {
  const { review, reason, requester, isMine, differences, problem } = request;
  return (
    <div className="flex flex-col gap-4">
      {differences.length > 0 && (
        <Callout tone="warn" title="Changed since the request" isAnnounced>
          <Changes changes={differences} />
        </Callout>
      )}
      {problem && (
        <Callout tone="bad" title="Can’t be approved at the moment" isAnnounced>
          {problem}
        </Callout>
      )}
      {reason && (
        <div>
          <p className="text-small text-ink-2">{isMine ? "Your reason" : `Reason given by ${requester}`}</p>
          <p className="wrap-anywhere text-lead">{reason}</p>
        </div>
      )}
      {review && (
        <>
          {review.warnings && (
            <Callout tone="warn" title={review.warnings.title} isAnnounced>
              {review.warnings.texts.map((text) => (
                <p key={text} className="wrap-anywhere">
                  {text}
                </p>
              ))}
            </Callout>
          )}
          {review.alreadyDone && <Callout tone="accent">{review.alreadyDone}</Callout>}
          <p className="font-medium">{leadOf(request)}</p>
          <ul className="flex list-disc flex-col gap-1 pl-4">
            {review.consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Changes changes={review.changes} />
          {review.facts.length > 0 && (
            <DescriptionList
              facts={review.facts.map(({ name, value }) => ({
                name,
                value: <span className="wrap-anywhere">{value}</span>,
              }))}
            />
          )}
        </>
      )}
    </div>
  );
}

/** A request is never described as if it had been carried out, nor one that failed or whose outcome isn't known. */
function leadOf({ state, outcome }: ApprovalDetail): string {
  return state === "emergency" && outcome?.is === "succeeded"
    ? "Done without a second person:"
    : LEADS[state];
}

const LEADS = {
  waiting: "Once approved:",
  approved: "Approved:",
  emergency: "Without a second person:",
  declined: "Not carried out:",
  withdrawn: "Not carried out:",
  expired: "Not carried out:",
  // A restored copy doesn't know.
  void: "Requested:",
} as const satisfies Record<ApprovalState, string>;

function Changes({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">
            <span className="text-ink-2">
              <span className="sr-only">from </span>
              {before ?? "None"}
            </span>{" "}
            <span aria-hidden="true">→</span>
            <span className="sr-only">to</span> <span className="font-medium">{after ?? "None"}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
