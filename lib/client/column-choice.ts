import { ALL_VIEW } from "@/lib/domain/views/saved-view";

type ListState = { readonly view: string | null; readonly columns: readonly string[] };

/** The columns of a saved view, which are in the URL until they are saved. */
export type ColumnChoice = {
  columns: readonly string[];
  onChange: (columns: readonly string[]) => void;
};

/** Undefined for the list itself, whose columns are the person's preference. */
export function columnChoice(
  { view, columns }: ListState,
  change: (next: { columns: readonly string[] }, history: "replace") => void,
): ColumnChoice | undefined {
  const isInUrl = (view !== null && view !== ALL_VIEW) || columns.length > 0;
  return isInUrl ? { columns, onChange: (next) => change({ columns: next }, "replace") } : undefined;
}
