import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { EmptyWords } from "./empty-words";

type ListEmptyProps = {
  /** "card" */
  noun: string;
  /** Where nothing is filtered: why there is nothing at all. */
  title: string;
  /** Where something is filtered: which of it leaves nothing. */
  filtered: EmptyWords | null;
  /** Where there are rows, on pages before this one. */
  firstHref: string | null;
  onClear: () => void;
};

/** Why a list has no row, and what to do. */
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
      <EmptyState title={filtered.title} action={<Button onClick={onClear}>{filtered.clearLabel}</Button>}>
        {filtered.advice}
      </EmptyState>
    );
  }
  return <EmptyState title={title}>All {noun}s in the program will appear here.</EmptyState>;
}
