import { transactionsHref } from "@/components/overview/list-links";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DescriptionList } from "@/components/ui/description-list";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import { Money } from "@/components/ui/values/money";
import {
  type SettledEvent,
  type SettlementException,
  sourceText,
  type TransactionSettlement,
} from "@/lib/domain/cards/transaction-facts";
import { EXCEPTION_KINDS } from "@/lib/domain/reconciliation/exception";
import { formatExceptionValue } from "@/lib/domain/reconciliation/exception-value";
import { formatDay } from "@/lib/domain/time/date-time";

type TransactionSettlementProps = {
  transactionId: string;
  billCurrency: string;
  /** Null if no file has the transaction. */
  settlement: TransactionSettlement | null;
};

const LINK_STYLE = "rounded-[3px] text-accent hover:underline";

const EVENT_TEXT = {
  clearing: { at: "Cleared", fees: "Cardholder fees" },
  refund: { at: "Refunded", fees: "Fees refunded" },
} as const satisfies Record<SettledEvent["event"], { at: string; fees: string }>;

/**
 * What the settlement files say, with the file and row of each value. The issuer's own values stay above it. Rendered by
 * the server, so that the list needs no code for it.
 */
export function TransactionSettlementSection({
  transactionId,
  billCurrency,
  settlement,
}: TransactionSettlementProps) {
  return (
    <section aria-label="Settlement" className="flex flex-col gap-3 border-line border-t pt-3">
      <h3 className="font-medium">From settlement files</h3>
      {settlement ? (
        <Settlement transactionId={transactionId} billCurrency={billCurrency} settlement={settlement} />
      ) : (
        <p className="text-small text-ink-2">
          None has this transaction yet. They name the merchant, the fees, and when it cleared.
        </p>
      )}
    </section>
  );
}

type SettlementProps = TransactionSettlementProps & { settlement: TransactionSettlement };

function Settlement({ transactionId, billCurrency, settlement }: SettlementProps) {
  const { merchant, events, exceptions } = settlement;
  const currency = settlement.currency ?? billCurrency;
  return (
    <>
      {events.map((event, index) => (
        <div key={event.event}>
          <DescriptionList
            facts={[
              ...(merchant !== null && index === 0
                ? [{ name: "Merchant", value: <MerchantLink merchant={merchant} /> }]
                : []),
              ...eventFacts(event, currency),
            ]}
          />
          <p className="text-small text-ink-2">
            <Source event={event} transactionId={transactionId} />
          </p>
        </div>
      ))}
      {exceptions.map((exception) => (
        <Callout
          key={exception.id}
          tone="warn"
          title={EXCEPTION_KINDS[exception.kind]}
          action={
            <IntentLink href={`/reconciliation/${exception.day}`} className={LINK_STYLE}>
              View exception
            </IntentLink>
          }
        >
          {exceptionText(exception)}
        </Callout>
      ))}
    </>
  );
}

function MerchantLink({ merchant }: { merchant: string }) {
  return (
    <IntentLink href={transactionsHref({ merchant })} scroll={false} className={LINK_STYLE}>
      {merchant}
    </IntentLink>
  );
}

function eventFacts({ event, at, fees, effect }: SettledEvent, currency: string) {
  const text = EVENT_TEXT[event];
  return [
    { name: text.at, value: <DateTime value={at} style="full" /> },
    ...(fees === null ? [] : [{ name: text.fees, value: <Money amount={fees} currency={currency} /> }]),
    ...(effect === null
      ? []
      : [{ name: "Balance effect", value: <Money amount={effect} currency={currency} /> }]),
  ];
}

type SourceProps = { event: SettledEvent; transactionId: string };

/** The link opens the report at the transaction's rows. */
function Source({ event: { source, reportId }, transactionId }: SourceProps) {
  if (reportId === null) return sourceText(source);
  return (
    <IntentLink
      href={`/reports/${encodeURIComponent(reportId)}?search=${encodeURIComponent(transactionId)}`}
      className={LINK_STYLE}
    >
      {sourceText(source)}
    </IntentLink>
  );
}

function exceptionText(exception: SettlementException): string {
  const { kind, event, field, ours, theirs } = exception;
  const value = (text: string | null) => (text === null ? "none" : formatExceptionValue(exception, text));
  if (kind === "records-only") return `No settlement file has the ${event} of this transaction.`;
  if (kind === "twice")
    return `More than one row of the settlement files has the ${event} of this transaction.`;
  if (kind === "wrong-day" && ours && theirs)
    return `The file of ${formatDay(ours)} has the ${event} of ${formatDay(theirs)}.`;
  if (kind === "other-file-only") return `The day’s settlement lacks the ${event}, which another file has.`;
  if (kind === "missing-elsewhere")
    return `The settlement has the ${event} of this transaction. Missing from: ${field}.`;
  if (kind === "other-file-differs")
    return `${field}: the settlement has ${value(ours)}, another file ${value(theirs)}.`;
  if (field === null) return "A settlement file has this transaction, but the issuer’s records don’t.";
  const inFile = theirs === null ? "" : `, the file ${value(theirs)}`;
  return `${field}: the issuer’s transaction has ${value(ours)}${inFile}.`;
}
