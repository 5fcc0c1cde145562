"use client";

import { RowPanel } from "@/components/data-table/row-panel";
import { TransactionCardLink } from "@/components/transactions/transaction-card-link";
import { Button } from "@/components/ui/buttons/button";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DescriptionList } from "@/components/ui/description-list";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { Timeline } from "@/components/ui/timeline";
import { DateTime } from "@/components/ui/values/date-time";
import { countOf } from "@/lib/domain/money/numbers";

import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  type ExceptionHistoryEntry,
} from "@/lib/domain/reconciliation/exception";

import { exceptionFieldNames, formatExceptionValue } from "@/lib/domain/reconciliation/exception-value";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import { formatDay } from "@/lib/domain/time/date-time";
import { undoBatch } from "./batch-toast";
import { ExceptionFileLink, ExceptionTransactionLink } from "./exception-links";
import { ExceptionStateBadge, exceptionStateStyle } from "./exception-state-badge";
import { ExceptionDifference } from "./exception-values";

type ExceptionPanelProps = {
  id: string;
  exception: ListedException | null;
  /** Null until the server has responded. */
  history: readonly ExceptionHistoryEntry[] | null;
  isMissing: boolean;
  canWork: boolean;
  onUpdate: () => void;
  onAssign: () => void;
  onClose: () => void;
};

export function ExceptionPanel(props: ExceptionPanelProps) {
  const { id, exception, history, isMissing, canWork, onUpdate, onAssign, onClose } = props;
  return (
    <RowPanel
      id={id}
      noun="exception"
      badge={exception && <ExceptionStateBadge state={exception.state} />}
      onClose={onClose}
    >
      {isMissing && (
        <p role="alert" className="text-ink-2">
          Exception not found.
        </p>
      )}
      {exception && (
        <>
          <div>
            <p className="text-small text-ink-2">{EXCEPTION_KINDS[exception.kind]}</p>
            <p className="text-figure font-semibold">
              <ExceptionDifference {...exception} />
            </p>
          </div>
          <DescriptionList facts={buildFacts(exception)} />
          {canWork && !exception.isResolvedByItself && (
            <div className="flex flex-wrap gap-2">
              <Button tone="primary" aria-haspopup="dialog" onClick={onUpdate}>
                Update
              </Button>
              <Button aria-haspopup="dialog" onClick={onAssign}>
                Assign
              </Button>
            </div>
          )}
        </>
      )}
      {!isMissing && (
        <section aria-label="History" className="border-line border-t pt-3">
          <h3 className="mb-3 font-semibold">History</h3>
          {history ? (
            <Timeline label="History" entries={history.map((entry) => toEntry(entry, canWork))} />
          ) : (
            <Skeleton className="h-16 w-full" />
          )}
        </section>
      )}
    </RowPanel>
  );
}

function toEntry(
  { id, at, person, isByRule, state, message, batch }: ExceptionHistoryEntry,
  canWork: boolean,
) {
  const actor = person ?? (isByRule ? "Rule" : "Comparison");
  return {
    id,
    title: message,
    detail: (
      <>
        {actor}, <DateTime value={at} />
        {batch && canWork && (
          <Button size="small" tone="ghost" onClick={() => void undoBatch(batch.id)}>
            {batch.size > 1 ? `Undo for ${countOf(batch.size, "exception")}` : "Undo"}
          </Button>
        )}
      </>
    ),
    ...exceptionStateStyle(state),
  };
}

function buildFacts(exception: ListedException) {
  const { day, transactionId, cardId, card, event, merchant, field, ours, theirs, reason, note, owner } =
    exception;
  const names = field === null ? null : exceptionFieldNames({ kind: exception.kind, field });
  const facts = [
    {
      name: "Day",
      value: (
        <IntentLink href={`/reconciliation/${day}`} className="hover:underline">
          {formatDay(day)}
        </IntentLink>
      ),
    },
    transactionId && {
      name: "Transaction",
      value: <ExceptionTransactionLink transactionId={transactionId} />,
    },
    cardId && { name: "Card", value: <TransactionCardLink cardId={cardId} card={card} /> },
    event && {
      name: "Event",
      value: event === "refund" ? "Refund" : event === "clearing" ? "Clearing" : "Other",
    },
    merchant && { name: "Merchant", value: merchant },
    { name: "File", value: <ExceptionFileLink {...exception} /> },
    names && {
      name: names.ours,
      value: ours === null ? "None" : formatExceptionValue(exception, ours),
    },
    names && theirs !== null && { name: names.theirs, value: formatExceptionValue(exception, theirs) },
    reason && { name: "Reason", value: EXCEPTION_REASONS[reason] },
    note && { name: "Note", value: <span className="whitespace-pre-line text-pretty">{note}</span> },
    { name: "Owner", value: owner?.name ?? "Unassigned" },
  ];
  return facts.filter((fact) => fact !== null && fact !== "" && fact !== false);
}
