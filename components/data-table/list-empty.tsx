import { Button } from "@/components/ui/buttons/button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { EmptyState } from "@/components/ui/messages/empty-state";
import type { EmptyText } from "./empty-text";

type ListEmptyProps = {
  /** "card" */
  noun: string;
  /** Shown without filters. */
  title: string;
  /** Shown with filters. */
  filtered: EmptyText | null;
  /** The first page, if there are rows on earlier pages. */
  firstHref: string | null;
  onClear: (kept: EmptyText["kept"]) => void;
};

export function ListEmpty({ noun, title, filtered, firstHref, onClear }: ListEmptyProps) {
  if (firstHref !== null) {
    return (
      <EmptyState
        title="This page is empty"
        action={<LinkButton href={firstHref}>Go to first page</LinkButton>}
      >
        The list may have gotten shorter, or the page number in the URL is too high.
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        title={filtered.title}
        action={<Button onClick={() => onClear(filtered.kept)}>{filtered.clearLabel}</Button>}
      >
        {filtered.advice}
      </EmptyState>
    );
  }
  return <EmptyState title={title}>All {noun}s in the program will appear here.</EmptyState>;
}
