import { ActionButton } from "@/components/ui/buttons/action-button";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { sendMailAgain } from "@/lib/actions/send-mail-again";

export type MailItem = {
  id: string;
  recipient: string;
  subject: string;
  state: keyof typeof STATES;
  problem: string | null;
  outdated: string | null;
  nextAt: string;
  createdAt: string;
};

const STATES = {
  waiting: { tone: "warn", shape: "half", label: "Waiting" },
  sending: { tone: "warn", shape: "half", label: "Sending" },
  sent: { tone: "good", shape: "check", label: "Sent" },
  caught: { tone: "neutral", shape: "dot", label: "In the outbox" },
  unconfirmed: { tone: "warn", shape: "half", label: "Unconfirmed" },
  failed: { tone: "bad", shape: "barred", label: "Failed" },
} as const;

export function MailList({ mails }: { mails: readonly MailItem[] }) {
  if (mails.length === 0) return <EmptyState title="No email in the last 30 days" />;
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <MailSummary mail={mail} />
          {(mail.state === "failed" || mail.state === "unconfirmed") && !mail.outdated && (
            <ActionButton
              action={sendMailAgain}
              input={{ mailId: mail.id }}
              failedTitle="Couldn’t send the email again"
              successToast={{ title: "The email will be sent again", tone: "good" }}
            >
              Send again
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function MailSummary({
  mail: { subject, recipient, state, problem, outdated, nextAt, createdAt },
}: {
  mail: MailItem;
}) {
  const { tone, shape, label } = STATES[state];
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{subject}</span>
        <Badge tone={tone} shape={shape}>
          {label}
        </Badge>
      </p>
      <p className="wrap-anywhere text-small text-ink-2">
        To {recipient}, <DateTime value={createdAt} />
      </p>
      {problem && (
        <p className="wrap-anywhere text-small text-ink-2">
          {problem}
          {state === "waiting" && (
            <>
              {" "}
              Next attempt <DateTime value={nextAt} />.
            </>
          )}
          {state === "unconfirmed" && " It may have arrived, so it isn’t sent again automatically."}
          {outdated && !problem.endsWith(outdated) && ` It can’t be sent again: ${outdated}.`}
        </p>
      )}
    </div>
  );
}
