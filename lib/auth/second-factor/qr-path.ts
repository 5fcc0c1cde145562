import "server-only";
import { encode } from "uqr";

/** A QR code as an SVG path of unit squares, and its size. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { path: squares.join(""), size };
}
