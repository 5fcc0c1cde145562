import type { ReactNode } from "react";
import { DateTime } from "@/components/ui/date-time";
import { Timeline } from "@/components/ui/timeline";
import { type Note, UNREADABLE_NOTE } from "@/lib/domain/note";

type NoteListProps = {
  notes: readonly Note[];
  /** Beside a note's time, where notes on several things stand together: which card it is about. */
  about?: (subject: string) => ReactNode;
  label?: string;
};

/** What people wrote down, newest first. */
export function NoteList({ notes, about, label = "Notes" }: NoteListProps) {
  return (
    <Timeline
      label={label}
      entries={notes.map(({ id, subject, body, person, at }) => {
        const what = about?.(subject);
        return {
          id,
          title: <span className="font-medium">{person}</span>,
          detail: (
            <>
              <DateTime value={at} />
              {what != null && <>, {what}</>}
            </>
          ),
          body: body ?? UNREADABLE_NOTE,
        };
      })}
    />
  );
}
