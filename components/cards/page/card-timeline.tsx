import type { ReactNode } from "react";
import { renewOptionLabel } from "@/components/cards/reissue/reissue-text";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { Shape, Tone } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { Card } from "@/lib/contract/card";
import type { CardEvent } from "@/lib/domain/cards/card-timeline";
import { actionLabel } from "@/lib/domain/people/action-labels";
import { type Note, UNREADABLE_NOTE } from "@/lib/domain/people/note";
import { runNote } from "@/lib/domain/runs/run-note";

type CardTimelineProps = {
  card: Card;
  designName: string | null;
  events: readonly CardEvent[];
  notes: readonly Note[];
  /** The issue of the card is shown only if no entry was left out. */
  isComplete: boolean;
};

/** A card's events and notes, newest first. */
export function CardTimeline({ card, designName, events, notes, isComplete }: CardTimelineProps) {
  const entries = [...events.map(eventEntry), ...notes.map(noteEntry)].sort((left, right) =>
    right.at.localeCompare(left.at),
  );
  const wasIssuedHere = events.some(({ action }) => action === "card.create");
  const issueEntry = isComplete && !wasIssuedHere ? [createIssueEntry(card, designName)] : [];
  return <Timeline label="Timeline" entries={[...entries, ...issueEntry]} />;
}

type DatedEntry = TimelineEntry & { at: string };

function eventEntry(event: CardEvent): DatedEntry {
  return {
    id: String(event.seq),
    at: event.at,
    title: eventTitle(event),
    detail: <DateTime value={event.at} style="full" />,
    body: eventBody(event),
    ...eventMark(event),
  };
}

function noteEntry({ id, body, person, at }: Note): DatedEntry {
  return {
    id,
    at,
    title: (
      <>
        Note by <b className="font-medium">{person}</b>
      </>
    ),
    detail: <DateTime value={at} style="full" />,
    body: body ?? UNREADABLE_NOTE,
    tone: "accent",
    shape: "diamond",
  };
}

function createIssueEntry(card: Card, designName: string | null): TimelineEntry {
  return {
    id: "issued",
    title: `Issued as a ${card.cardType} card, design ${designName ?? card.cardDesign}`,
    detail: <DateTime value={card.created} style="full" />,
  };
}

const PAST_TENSE: Record<string, string> = {
  "card.create": "Issued",
  "card.freeze": "Frozen",
  "card.unfreeze": "Unfrozen",
  "card.block": "Blocked",
  "card.reissue": "Reissued",
};

/** Decisions about the card, which the issuer has no part in. */
const DECISIONS: Record<string, string> = {
  "approval.request": "Approval requested",
  "approval.approve": "Request approved",
  "approval.decline": "Request declined",
  "approval.withdraw": "Request withdrawn",
  "approval.emergency": "Emergency: done without a second person",
};

function eventTitle(event: CardEvent): ReactNode {
  const { action, outcome, actor, message, durationMs } = event;
  const by = actor && (
    <>
      {" "}
      by <b className="font-medium">{actor}</b>
    </>
  );
  if (outcome === "succeeded" && !actor) return message ?? actionLabel(action);
  if (outcome === "succeeded" && hadNoEffect(event))
    return (
      <>
        {actionLabel(action)} requested{by}: {noEffectText(event)}
      </>
    );
  if (outcome === "succeeded")
    return (
      <>
        {PAST_TENSE[action] ?? DECISIONS[action] ?? actionLabel(action)}
        {by}
        {PAST_TENSE[action] && durationMs !== null && `, confirmed by the issuer in ${durationMs} ms`}
      </>
    );
  return (
    <>
      {actionLabel(action)}
      {by}: {event.isOutcomeUncertain ? "not confirmed" : OUTCOME_TEXT[outcome]}
    </>
  );
}

function hadNoEffect({ action, before, after }: CardEvent): boolean {
  const isFreeze = action === "card.freeze" || action === "card.unfreeze";
  return isFreeze && after !== null && after.status === before?.status;
}

function noEffectText({ after }: CardEvent): string {
  return after?.status === "BLOCKED" ? "the card stays blocked" : "nothing changed";
}

const OUTCOME_TEXT = {
  begun: "in progress",
  succeeded: "done",
  failed: "failed",
  unknown: "outcome unknown",
  denied: "not allowed",
} as const;

function eventBody({ actor, message, reason, renewOption, runId, before, after }: CardEvent): ReactNode {
  const lines = [
    reason && `Reason: ${reason}`,
    renewOption && renewOptionLabel(renewOption),
    before?.lastFour && after?.lastFour && before.lastFour !== after.lastFour
      ? `Number changed from •• ${before.lastFour} to •• ${after.lastFour}`
      : null,
    actor ? (runId ? message?.replace(runNote(runId), "").trim() : message) : null,
  ].filter((line): line is string => Boolean(line));
  const text = lines.join("\n");
  if (!runId) return text || undefined;
  return (
    <>
      {text && `${text}\n`}
      <IntentLink href={`/bulk/${runId}`} className="text-accent hover:underline">
        Bulk run
      </IntentLink>
    </>
  );
}

const EVENT_MARKS: Record<string, { tone: Tone; shape: Shape }> = {
  "card.create": { tone: "good", shape: "dot" },
  "card.freeze": { tone: "cold", shape: "snow" },
  "card.unfreeze": { tone: "good", shape: "dot" },
  "card.block": { tone: "bad", shape: "barred" },
  "card.reissue": { tone: "accent", shape: "back" },
  "card.changed-outside": { tone: "warn", shape: "alert" },
};

function eventMark({ action, outcome }: CardEvent): { tone: Tone; shape: Shape } {
  if (outcome === "unknown") return { tone: "warn", shape: "alert" };
  if (outcome !== "succeeded") return { tone: "neutral", shape: "cross" };
  return EVENT_MARKS[action] ?? { tone: "neutral", shape: "dot" };
}
