// Not with `Intl.NumberFormat`, because its first use blocks the page for some milliseconds.

const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** `12,345` */
export function formatCount(count: number): string {
  return groupThousands(String(count));
}

/** `1 card`, `12,345 cards`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `-12345.60` → `-12,345.60` */
export function groupThousands(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(THOUSANDS, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
