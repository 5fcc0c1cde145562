/** How someone likes a table. In a cookie, so that the server's HTML is already as they left it. */
export type TablePreferences = {
  density: "normal" | "tight";
  /** Null until someone has chosen. */
  hidden: readonly string[] | null;
};

export const USUAL_TABLE: TablePreferences = { density: "normal", hidden: null };

const COLUMN_ID = /^[\w-]{1,40}$/;
const MOST_COLUMNS = 40;

export function tableCookie(table: string): string {
  return `cardwell-table-${table}`;
}

/** Reads `tight:type,design`. Anything else is the usual. */
export function parseTablePreferences(text: string | undefined): TablePreferences {
  const [density, hidden] = decode(text ?? "").split(":");
  return {
    density: density === "tight" ? "tight" : "normal",
    hidden:
      hidden === undefined
        ? null
        : hidden
            .split(",")
            .filter((id) => COLUMN_ID.test(id))
            .slice(0, MOST_COLUMNS),
  };
}

export function writeTablePreferences({ density, hidden }: TablePreferences): string {
  return hidden === null ? density : `${density}:${hidden.join(",")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
