const DECIMAL = /^([+-]?)(\d{1,24})(?:\.(\d{1,6})\d*)?$/;
const DECIMALS = 6;
const UNIT = 10n ** BigInt(DECIMALS);

/** `-12.3` in millionths, so that a million rows add up exactly; null if the text is not an amount. */
export function toMillionths(text: string): bigint | null {
  const parts = DECIMAL.exec(text.trim());
  if (!parts) return null;
  const value = BigInt(parts[2] ?? "0") * UNIT + BigInt((parts[3] ?? "").padEnd(DECIMALS, "0"));
  return parts[1] === "-" ? -value : value;
}

/** Without trailing zeros after the second decimal. */
export function fromMillionths(value: bigint): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = String(magnitude % UNIT)
    .padStart(DECIMALS, "0")
    .replace(/0{1,4}$/, "");
  return `${value < 0n ? "-" : ""}${magnitude / UNIT}.${fraction}`;
}
