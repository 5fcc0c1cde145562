import { MAIL_KINDS, type MailKind } from "@/lib/domain/mail/messages";

export function MailPreviews({ subjects }: { subjects: Record<MailKind, string> }) {
  return (
    <ul className="divide-y divide-line">
      {(Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => (
        <li key={kind} className="px-4 py-3">
          <a
            href={`/api/mail-previews/${kind}`}
            target="_blank"
            rel="noopener"
            className="rounded-[3px] font-medium text-accent hover:underline"
          >
            {subjects[kind]}
          </a>
          <p className="text-small text-ink-2">{MAIL_KINDS[kind]}</p>
        </li>
      ))}
    </ul>
  );
}
