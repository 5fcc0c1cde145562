import type { ListSource } from "@/lib/domain/cards/listed";
import type { Cell } from "@/lib/domain/exports/cell";
import type { TopicName } from "@/lib/domain/topics";

/**
 * Everything about a list that several parts of the code must agree on: the table, the URL, the SQL order, the
 * exported file and the refresh. All of them derive from it or are checked against it by the compiler.
 */
export type List = {
  /** Identifies the preferences of its table. */
  name: string;
  /** The list is read again when one of these changes. */
  topics: readonly TopicName[];
  /** Also read again when one of these changes, if the rows come from the index. */
  indexTopics?: readonly TopicName[];
  /** In the order of the exported file. A table has its own order, and the cells. */
  columns: Readonly<Record<string, ListColumn>>;
};

type ListColumn = {
  /** A column without a header is only in the exported file. */
  header?: string;
  /** Not in the table until a person shows it. */
  isHiddenByDefault?: boolean;
  /** A column with an order is sortable. */
  sort?: { column: string; type: "text" | "numeric" | "timestamptz" | "date" };
  /** The names of its columns in the exported file, whatever its format. */
  file?: readonly string[];
};

/** A list that can be exported, with every column of the table. */
export type ExportedList = List & {
  columns: Readonly<Record<string, { file: readonly [string, ...string[]] }>>;
};

type Columns<Of extends List> = Of["columns"];
type ColumnWith<Of extends List, Property extends keyof ListColumn> = {
  [Id in keyof Columns<Of> & string]: Columns<Of>[Id] extends Record<Property, unknown> ? Id : never;
}[keyof Columns<Of> & string];

export type TableColumnId<Of extends List> = ColumnWith<Of, "header">;
export type SortableColumnId<Of extends List> = ColumnWith<Of, "sort">;
export type FileColumn<Of extends ExportedList> = Columns<Of>[keyof Columns<Of>]["file"][number];

/** How the exported file of a list is filled from a row. */
export type FileValues<Of extends ExportedList, Row> = Readonly<Record<FileColumn<Of>, (row: Row) => Cell>>;

export function sortableColumns<Of extends List>({ columns }: Of): SortableColumnId<Of>[] {
  return Object.keys(columns).filter((id) => columns[id]?.sort) as SortableColumnId<Of>[];
}

export function fileColumns<Of extends ExportedList>({ columns }: Of): FileColumn<Of>[] {
  return Object.values(columns).flatMap(({ file }): readonly FileColumn<Of>[] => file);
}

/**
 * Which columns a person has shown (`id`) or hidden (`-id`), in the order of the definition. Choices that say what is
 * so by default and unknown columns are left out, so that the same table always has the same text.
 */
export function columnChoices(
  { columns }: Pick<List, "columns">,
  isShown: (id: string) => boolean | undefined,
): string[] {
  return Object.entries(columns).flatMap(([id, { header, isHiddenByDefault = false }]) => {
    const choice = header === undefined ? undefined : isShown(id);
    if (choice === undefined || choice !== isHiddenByDefault) return [];
    return [choice ? id : `-${id}`];
  });
}

/** The opposite of `columnChoices`. */
export function shownColumns(choices: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(
    choices.map((choice) => (choice.startsWith("-") ? [choice.slice(1), false] : [choice, true])),
  );
}

export function refreshTopics({ topics, indexTopics = [] }: List, source: ListSource): TopicName[] {
  return source === "index" ? [...topics, ...indexTopics] : [...topics];
}
