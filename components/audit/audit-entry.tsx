import X from "lucide-react/icons/x";
import Link from "next/link";
import { cardHref } from "@/components/overview/list-links";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DescriptionList } from "@/components/ui/description-list";
import { DateTime } from "@/components/ui/values/date-time";
import { formatCount } from "@/lib/domain/money/numbers";
import { actionLabel } from "@/lib/domain/people/action-labels";
import { type AuditCard, type AuditDetail, auditCardNumber } from "@/lib/domain/people/audit-log";
import { OutcomeBadge } from "./outcome-badge";

/** The page's URL with another entry open, or none. */
type EntryHref = (seq: number | null) => string;

export function AuditEntry({ entry, entryHref }: { entry: AuditDetail; entryHref: EntryHref }) {
  return (
    <aside aria-label={`Entry ${entry.seq}`} className="rounded-panel border border-line bg-surface">
      <header className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 text-section font-semibold">
          <span className="truncate">{actionLabel(entry.action)}</span>
          <OutcomeBadge outcome={entry.outcome} />
        </h2>
        <Link
          href={entryHref(null)}
          scroll={false}
          aria-label="Close entry"
          className={buttonStyle({ tone: "ghost", size: "normal", square: true })}
        >
          <X className="size-4.5" aria-hidden="true" />
        </Link>
      </header>
      <div className="flex flex-col gap-4 px-4 py-3">
        {entry.message && <p className="text-pretty">{entry.message}</p>}
        <DescriptionList facts={buildFacts(entry, entryHref)} />
        <JsonSection title="Input" value={entry.input} />
        <JsonSection title="Before" value={entry.before} />
        <JsonSection title="After" value={entry.after} />
        <p className="text-small text-ink-3">
          Personal data is masked before an entry is saved. The names of cardholders and views are the current
          ones.
        </p>
      </div>
    </aside>
  );
}

function buildFacts(entry: AuditDetail, entryHref: EntryHref) {
  const { actor, issuer } = entry;
  return [
    { name: "Entry", value: <EntryNumber entry={entry} entryHref={entryHref} /> },
    { name: "Actor", value: actor ? `${actor.name}, ${actor.role}` : "Not signed in" },
    ...(entry.startEntry
      ? [{ name: "Started", value: <DateTime value={entry.startEntry.at} style="full" /> }]
      : []),
    { name: entry.startEntry ? "Finished" : "Time", value: <DateTime value={entry.at} style="full" /> },
    ...(entry.durationMs === null ? [] : [{ name: "Duration", value: `${entry.durationMs} ms` }]),
    ...(entry.target
      ? [{ name: "Target", value: <Target id={entry.target} card={entry.card} name={entry.name} /> }]
      : []),
    ...(entry.runId
      ? [
          {
            name: "Bulk run",
            value: (
              <IntentLink
                href={`/bulk/${entry.runId}`}
                className="rounded-[3px] font-medium text-accent hover:underline"
              >
                View run
              </IntentLink>
            ),
          },
        ]
      : []),
    ...(issuer ? [{ name: "Issuer response", value: issuerResponseText(issuer) }] : []),
    ...(issuer
      ? [{ name: "Issuer request ID", value: <CopyableId id={issuer.requestId} name="request ID" /> }]
      : []),
    ...(entry.operationId
      ? [{ name: "Operation ID", value: <CopyableId id={entry.operationId} name="operation ID" /> }]
      : []),
    { name: "IP address", value: entry.address ?? "Internal" },
    { name: "Hash", value: <CopyableId id={entry.hash} name="hash" isFull /> },
  ];
}

/** Links to the other entry of the same action, which has its own hash. */
function EntryNumber({ entry, entryHref }: { entry: AuditDetail; entryHref: EntryHref }) {
  const { seq, startEntry, outcomeSeq } = entry;
  const link = (other: number) => (
    <Link
      href={entryHref(other)}
      scroll={false}
      className="rounded-[3px] font-medium text-accent hover:underline"
    >
      entry {formatCount(other)}
    </Link>
  );
  return (
    <span>
      {formatCount(seq)}
      {startEntry && <>, started in {link(startEntry.seq)}</>}
      {outcomeSeq && <>, outcome in {link(outcomeSeq)}</>}
    </span>
  );
}

function Target({ id, card, name }: { id: string; card: AuditCard | null; name: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {card && (
        <IntentLink href={cardHref(id)} className="rounded-[3px] font-medium text-accent hover:underline">
          {auditCardNumber(card)} {card.cardholderName}
        </IntentLink>
      )}
      {name && <span className="wrap-anywhere">{name}</span>}
      <CopyableId id={id} name="target" />
    </span>
  );
}

function issuerResponseText({ status, code }: { status: number | null; code: number | null }): string {
  if (status === null) return "None";
  return code === null || code === status ? String(status) : `${status}, code ${code}`;
}

function JsonSection({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <section>
      <h3 className="mb-1 text-small font-medium text-ink-2">{title}</h3>
      <pre className="whitespace-pre-wrap break-words rounded-control bg-sunken px-3 py-2 font-mono text-small">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}
