import type { ReactNode } from "react";
import type { Shape, Tone } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { Timeline, type TimelineEntry } from "@/components/ui/timeline";
import type { Card } from "@/lib/contract/card";
import { actionLabel } from "@/lib/domain/action-labels";
import type { CardEvent } from "@/lib/domain/card-timeline";
import { type Note, UNREADABLE_NOTE } from "@/lib/domain/note";
import { renewOptionWords } from "./reissue-words";

type CardTimelineProps = {
  card: Card;
  designName: string | null;
  events: readonly CardEvent[];
  notes: readonly Note[];
  /** The beginning is shown only where nothing in between was left out. */
  isWhole: boolean;
};

/** Everything that was done to a card and written about it, newest first, down to its issue. */
export function CardTimeline({ card, designName, events, notes, isWhole }: CardTimelineProps) {
  const entries = [...events.map(eventEntry), ...notes.map(noteEntry)].sort((left, right) =>
    right.at.localeCompare(left.at),
  );
  const wasIssuedHere = events.some(({ action }) => action === "card.create");
  const beginning = isWhole && !wasIssuedHere ? [issued(card, designName)] : [];
  return <Timeline label="Timeline" entries={[...entries, ...beginning]} />;
}

type Dated = TimelineEntry & { at: string };

function eventEntry(event: CardEvent): Dated {
  return {
    id: String(event.seq),
    at: event.at,
    title: titleOf(event),
    detail: <DateTime value={event.at} style="full" />,
    body: bodyOf(event),
    ...lookOf(event),
  };
}

function noteEntry({ id, body, person, at }: Note): Dated {
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

function issued(card: Card, designName: string | null): TimelineEntry {
  return {
    id: "issued",
    title: `Issued as a ${card.cardType} card, design ${designName ?? card.cardDesign}`,
    detail: <DateTime value={card.created} style="full" />,
  };
}

const DONE: Record<string, string> = {
  "card.create": "Issued",
  "card.freeze": "Frozen",
  "card.unfreeze": "Unfrozen",
  "card.block": "Blocked",
  "card.reissue": "Reissued",
};

function titleOf(event: CardEvent): ReactNode {
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
        {actionLabel(action)} requested{by}: {noEffectWords(event)}
      </>
    );
  if (outcome === "succeeded")
    return (
      <>
        {DONE[action] ?? actionLabel(action)}
        {by}
        {DONE[action] && durationMs !== null && `, confirmed by the issuer in ${durationMs} ms`}
      </>
    );
  return (
    <>
      {actionLabel(action)}
      {by}: {event.isInDoubt ? "not confirmed" : OUTCOME[outcome]}
    </>
  );
}

function hadNoEffect({ action, before, after }: CardEvent): boolean {
  const isFreeze = action === "card.freeze" || action === "card.unfreeze";
  return isFreeze && after !== null && after.status === before?.status;
}

function noEffectWords({ after }: CardEvent): string {
  return after?.status === "BLOCKED" ? "the card stays blocked" : "nothing changed";
}

const OUTCOME = {
  begun: "in progress",
  succeeded: "done",
  failed: "failed",
  unknown: "outcome unknown",
  denied: "not allowed",
} as const;

function bodyOf({ actor, message, reason, renewOption, before, after }: CardEvent): ReactNode {
  const lines = [
    reason && `Reason: ${reason}`,
    renewOption && renewOptionWords(renewOption),
    before?.lastFour && after?.lastFour && before.lastFour !== after.lastFour
      ? `Number changed from •• ${before.lastFour} to •• ${after.lastFour}`
      : null,
    actor ? message : null,
  ].filter((line): line is string => Boolean(line));
  return lines.length > 0 ? lines.join("\n") : undefined;
}

const LOOKS: Record<string, { tone: Tone; shape: Shape }> = {
  "card.create": { tone: "good", shape: "dot" },
  "card.freeze": { tone: "cold", shape: "snow" },
  "card.unfreeze": { tone: "good", shape: "dot" },
  "card.block": { tone: "bad", shape: "barred" },
  "card.reissue": { tone: "accent", shape: "back" },
  "card.changed-outside": { tone: "warn", shape: "alert" },
};

function lookOf({ action, outcome }: CardEvent): { tone: Tone; shape: Shape } {
  if (outcome === "unknown") return { tone: "warn", shape: "alert" };
  if (outcome !== "succeeded") return { tone: "neutral", shape: "cross" };
  return LOOKS[action] ?? { tone: "neutral", shape: "dot" };
}
