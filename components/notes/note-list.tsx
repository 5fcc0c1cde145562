import type { ReactNode } from "react";
import { Timeline } from "@/components/ui/timeline";
import { DateTime } from "@/components/ui/values/date-time";
import { type Note, UNREADABLE_NOTE } from "@/lib/domain/people/note";

type NoteListProps = {
  notes: readonly Note[];
  /** Shows which card a note is about, in a list for several subjects. */
  about?: (subject: string) => ReactNode;
  label?: string;
};

export function NoteList({ notes, about, label = "Notes" }: NoteListProps) {
  return (
    <Timeline
      label={label}
      entries={notes.map(({ id, subject, body, person, at }) => {
        const subjectLabel = about?.(subject);
        return {
          id,
          title: <span className="font-medium">{person}</span>,
          detail: (
            <>
              <DateTime value={at} />
              {subjectLabel != null && <>, {subjectLabel}</>}
            </>
          ),
          body: body ?? UNREADABLE_NOTE,
        };
      })}
    />
  );
}
