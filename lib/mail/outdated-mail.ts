import "server-only";
import { hashOfLink } from "@/lib/auth/one-time-links";
import type { MailContent } from "@/lib/domain/mail/mail-content";
import type { MailKind } from "@/lib/domain/mail/messages";

/** What must be open while the mail is sent: its one-time link, or the request that it asks to approve. */
export function referencesOf(
  kind: MailKind,
  { link }: MailContent,
): { linkHash: string | null; approvalId: string | null } {
  const [, page, id = ""] = link ? new URL(link.url).pathname.split("/") : [];
  return {
    linkHash: page === "welcome" ? hashOfLink(id) : null,
    approvalId: page === "approvals" && kind === "approval-requested" ? id : null,
  };
}

/** SQL: why the mail `m` is of no use anymore; null if it is. */
export const OUTDATED = `case
  when exists (select from people p where p.id = m.person_id and p.state = 'disabled')
    then 'the person is disabled'
  when m.link_hash is not null and not exists (
    select from one_time_links l where l.token_hash = m.link_hash and l.used_at is null and l.expires_at > now()
  ) then 'the link has expired, was used, or was replaced'
  when m.approval_id is not null and not exists (
    select from approval_requests a where a.id = m.approval_id and a.state = 'waiting' and a.expires_at > now()
  ) then 'the request is no longer waiting for approval'
  when m.kind = 'recovery' and m.created_at < now() - interval '24 hours' then 'the request has expired'
end`;
