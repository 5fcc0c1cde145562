import { Callout } from "@/components/ui/messages/callout";
import { type FreezeNote, UNREADABLE_NOTE } from "@/lib/domain/people/note";

type FreezeNoteCalloutProps = { note: FreezeNote; formatTime: (at: string) => string };

/** Announced, because it appears after a screen reader has read the dialog. */
export function FreezeNoteCallout({ note, formatTime }: FreezeNoteCalloutProps) {
  const { person, isYours, at, body, total } = note;
  const author = isYours ? "Your note" : `Note by ${person}`;
  return (
    <Callout
      tone={isYours ? "neutral" : "warn"}
      title={`${author} at ${formatTime(at)}${total > 1 ? `, 1 of ${total} notes since the freeze` : ""}`}
      isAnnounced
    >
      <p className="whitespace-pre-line break-words">{body ?? UNREADABLE_NOTE}</p>
    </Callout>
  );
}
