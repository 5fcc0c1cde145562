/** How someone likes a table. In a cookie, so that the server's HTML is already as they left it. */
export type TablePreferences = {
  density: "normal" | "tight";
  /** What was chosen, by column: shown or hidden. Any other column is as the table has it by default. */
  columns: Readonly<Record<string, boolean>>;
};

type ColumnDefault = { id: string; isFixed?: boolean; isExtra?: boolean };

export const USUAL_TABLE: TablePreferences = { density: "normal", columns: {} };

const CHOICE = /^([+-]?)(\w[\w-]{0,39})$/;
const MOST_COLUMNS = 40;

export function tableCookie(table: string): string {
  return `cardwell-table-${table}`;
}

/** Whether a column is on the screen: a column that came after the choice keeps its default. */
export function isColumnShown(
  { id, isFixed = false, isExtra = false }: ColumnDefault,
  { columns }: TablePreferences,
): boolean {
  return isFixed || (columns[id] ?? !isExtra);
}

/**
 * Reads `tight:+created,-design`; anything else is the usual. A name without a sign is of the older form, which listed
 * only what was hidden: it cannot tell an optional column that was chosen from one that did not exist yet.
 */
export function parseTablePreferences(text: string | undefined): TablePreferences {
  const [density, columns = ""] = decode(text ?? "").split(":");
  const choices = columns
    .split(",")
    .flatMap((part) => {
      const [, sign, id] = CHOICE.exec(part) ?? [];
      return id ? [[id, sign === "+"] as const] : [];
    })
    .slice(0, MOST_COLUMNS);
  return { density: density === "tight" ? "tight" : "normal", columns: Object.fromEntries(choices) };
}

export function writeTablePreferences({ density, columns }: TablePreferences): string {
  const choices = Object.entries(columns).map(([id, isShown]) => `${isShown ? "+" : "-"}${id}`);
  return choices.length === 0 ? density : `${density}:${choices.join(",")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
