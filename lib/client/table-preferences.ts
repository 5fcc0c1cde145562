/** Stored in a cookie so that the server renders the table with them. */
export type TablePreferences = {
  density: "normal" | "tight";
  /** Whether a column is shown, by ID. A column that isn't listed keeps its default. */
  columns: Readonly<Record<string, boolean>>;
  /** The order that the person chose last, if the table remembers it: `day:desc`. */
  sort?: string;
};

type ColumnDefault = { id: string; isFixed?: boolean; isHiddenByDefault?: boolean };

export const DEFAULT_TABLE_PREFERENCES: TablePreferences = { density: "normal", columns: {} };

const SORT = /^\w[\w-]{0,39}:(?:asc|desc)$/;
const CHOICE = /^([+-]?)(\w[\w-]{0,39})$/;
const MAX_COLUMNS = 40;

export function tableCookie(table: string): string {
  return `cardwell-table-${table}`;
}

/** A column that was added after the preferences were saved keeps its default. */
export function isColumnShown(
  { id, isFixed = false, isHiddenByDefault = false }: ColumnDefault,
  { columns }: TablePreferences,
): boolean {
  return isFixed || (columns[id] ?? !isHiddenByDefault);
}

/**
 * Parses `tight:+created,-design:day:desc`; anything else means the defaults. A name without a sign comes from the older format,
 * which listed only hidden columns and can't tell a chosen optional column from one that didn't exist yet.
 */
export function parseTablePreferences(text: string | undefined): TablePreferences {
  const [density, columns = "", ...order] = decode(text ?? "").split(":");
  const sort = order.join(":");
  const choices = columns
    .split(",")
    .flatMap((part) => {
      const [, sign, id] = CHOICE.exec(part) ?? [];
      return id ? [[id, sign === "+"] as const] : [];
    })
    .slice(0, MAX_COLUMNS);
  return {
    density: density === "tight" ? "tight" : "normal",
    columns: Object.fromEntries(choices),
    ...(SORT.test(sort) && { sort }),
  };
}

export function writeTablePreferences({ density, columns, sort }: TablePreferences): string {
  const choices = Object.entries(columns).map(([id, isShown]) => `${isShown ? "+" : "-"}${id}`);
  if (sort) return `${density}:${choices.join(",")}:${sort}`;
  return choices.length === 0 ? density : `${density}:${choices.join(",")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
