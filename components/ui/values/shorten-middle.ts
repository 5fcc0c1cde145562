/** `9f1c2ab4-77de-4c1a-9a53-0b8f6d2ce07d` → `9f1c2ab4…e07d`, because people compare both ends. */
export function shortenMiddle(text: string, start = 8, end = 4): string {
  const letters = Array.from(text);
  if (letters.length <= start + end + 2) return text;
  return `${letters.slice(0, start).join("")}…${letters.slice(-end).join("")}`;
}
