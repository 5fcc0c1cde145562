import { buttonStyle } from "@/components/ui/buttons/button-style";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime } from "@/components/ui/values/date-time";

export type OutboxItem = {
  id: string;
  recipient: string;
  subject: string;
  createdAt: string;
  /** Null if it can't be decrypted. */
  text: string | null;
  link: { label: string; url: string } | null;
};

/** Email that the sandbox caught, with its links. */
export function Outbox({ mails }: { mails: readonly OutboxItem[] }) {
  if (mails.length === 0)
    return (
      <EmptyState title="No email yet">
        <p>Invite a person, or sign in with a new browser.</p>
      </EmptyState>
    );
  return (
    <ul className="flex flex-col gap-5">
      {mails.map(({ id, recipient, subject, createdAt, text, link }) => (
        <li key={id}>
          <article
            aria-label={`${subject}, to ${recipient}`}
            className="rounded-panel border border-line bg-surface"
          >
            <header className="border-line border-b px-4 py-3">
              <h2 className="text-section font-semibold">{subject}</h2>
              <p className="wrap-anywhere text-small text-ink-2">
                To {recipient}, <DateTime value={createdAt} />
              </p>
            </header>
            <p className="wrap-anywhere whitespace-pre-line px-4 py-3">
              {text ?? "This email was encrypted with a secret that this server doesn’t have."}
            </p>
            {link && (
              <p className="px-4 pb-4">
                <a href={link.url} className={buttonStyle({ tone: "plain", size: "normal" })}>
                  {link.label}
                </a>
              </p>
            )}
          </article>
        </li>
      ))}
    </ul>
  );
}
