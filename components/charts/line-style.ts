/** Dashes in pixels, because color alone must not tell two lines apart. */
const STYLES = [
  { className: "stroke-accent" },
  { className: "stroke-ink-2" },
  { className: "stroke-accent", strokeDasharray: "5 4" },
  { className: "stroke-ink-2", strokeDasharray: "5 4" },
  { className: "stroke-accent", strokeDasharray: "1 4" },
  { className: "stroke-ink-2", strokeDasharray: "1 4" },
];

/** More lines than there are styles all look the same. */
const REST = { className: "stroke-line-control" };

export function lineStyle(index: number): { className: string; strokeDasharray?: string } {
  return STYLES[index] ?? REST;
}
