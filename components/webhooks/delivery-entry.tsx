import X from "lucide-react/icons/x";
import Link from "next/link";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DescriptionList } from "@/components/ui/description-list";
import { DateTime } from "@/components/ui/values/date-time";
import { reprocessWebhook } from "@/lib/actions/reprocess-webhook";
import { formatBytes } from "@/lib/domain/reports/report";
import type { DeliveryDetail } from "@/lib/domain/webhook-delivery";
import { MatchForm } from "./match-form";
import { VerdictBadge } from "./verdict-badge";

type DeliveryEntryProps = { delivery: DeliveryDetail; closeHref: string; canReprocess: boolean };

export function DeliveryEntry({ delivery, closeHref, canReprocess }: DeliveryEntryProps) {
  const isAccepted = delivery.verdict === "accepted";
  return (
    <aside aria-label={`Delivery ${delivery.id}`} className="rounded-panel border border-line bg-surface">
      <header className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 text-section font-semibold">
          <span className="truncate">Delivery {delivery.id}</span>
          <VerdictBadge verdict={delivery.verdict} />
        </h2>
        <Link
          href={closeHref}
          scroll={false}
          aria-label="Close delivery"
          className={buttonStyle({ tone: "ghost", size: "normal", square: true })}
        >
          <X className="size-4.5" aria-hidden="true" />
        </Link>
      </header>
      <div className="flex flex-col gap-4 px-4 py-3">
        <div className="text-pretty">
          <p>{delivery.reason}</p>
          <p className="text-ink-2">
            {delivery.effectMessage ?? (isAccepted ? "Processing." : "Rejected. No action was taken.")}
          </p>
        </div>
        {canReprocess && delivery.effect === "unmatched" && (
          <MatchForm deliveryId={delivery.id} candidates={delivery.candidates} />
        )}
        <DescriptionList facts={buildFacts(delivery)} />
        <TextSection title="Headers">{formatHeaders(delivery.headers)}</TextSection>
        <TextSection title="Body">{bodyText(delivery.body)}</TextSection>
        <p className="text-small text-ink-3">Secrets, signatures, and link keys are masked as •••.</p>
        {canReprocess && isAccepted && (
          <div>
            <ActionButton
              action={reprocessWebhook}
              input={{ deliveryId: delivery.id }}
              failedTitle="Couldn’t reprocess the delivery"
              successToast={{
                title: "Delivery reprocessed",
                detail: "Reports that are ready aren’t changed.",
                tone: "good",
              }}
            >
              Reprocess
            </ActionButton>
          </div>
        )}
      </div>
    </aside>
  );
}

function buildFacts({
  eventId,
  receivedAt,
  repeats,
  repeatedAt,
  bytes,
  requestId,
  referenceId,
}: DeliveryDetail) {
  return [
    { name: "Event ID", value: <CopyableId id={eventId} name="event ID" /> },
    { name: "Received", value: <DateTime value={receivedAt} style="full" /> },
    ...(repeatedAt
      ? [{ name: `Redelivered ${repeats} ×`, value: <DateTime value={repeatedAt} style="full" /> }]
      : []),
    { name: "Size", value: formatBytes(bytes) },
    ...(referenceId ? [{ name: "Reference", value: <CopyableId id={referenceId} name="reference" /> }] : []),
    ...(requestId
      ? [
          {
            name: "Report",
            value: (
              <IntentLink
                href={`/reports/${requestId}`}
                className="rounded-[3px] font-medium text-accent hover:underline"
              >
                Open report
              </IntentLink>
            ),
          },
        ]
      : []),
  ];
}

function TextSection({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="mb-1 text-small font-medium text-ink-2">{title}</h3>
      <pre className="max-h-72 overflow-y-auto whitespace-pre-wrap break-all rounded-control bg-sunken px-3 py-2 font-mono text-small">
        {children}
      </pre>
    </section>
  );
}

function formatHeaders(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function bodyText(body: string | null): string {
  if (body === null) return "Can’t be decrypted: this server doesn’t have the secret it was encrypted with.";
  return body === "" ? "Not stored." : formatJson(body);
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
