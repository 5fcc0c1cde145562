import { countOf } from "@/lib/domain/money/numbers";

const MAX_CHARACTERS = 60;
/** Times and numbers: only the digits are masked, so that the format stays visible. */
const DIGITS_AND_SIGNS = /^[\d TZ:.,/+-]*\d[\d TZ:.,/+-]*$/;
/** A code such as `ON_HOLD`, which is no name of a person and no number. */
const CODE = /^(?:[A-Z][A-Z_-]{1,39}|[a-z][a-z_-]{1,39})$/;
const FIELD_NAME = /^(?!.*\d{3})[A-Za-z_$][\w$-]{0,59}$/;

/** The shape of a value without its content: `"Aaa Aaaaaaaa"`, `00.00`. It holds no personal data. */
export function maskExample(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(maskText(value));
  if (typeof value === "number") return String(value).replace(/\d/g, "0");
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null)
    return `an object with ${countOf(Object.keys(value).length, "field")}`;
  return String(value);
}

/** A value from a closed set is shown as it is, if it looks like one. */
export function maskUnlessCode(value: unknown): string {
  return typeof value === "string" && CODE.test(value) ? value : maskExample(value);
}

/** Issuers may use IDs or addresses as field names. */
export function maskFieldName(name: string): string {
  return FIELD_NAME.test(name) ? name : maskText(name);
}

function maskText(text: string): string {
  const short = [...text.slice(0, MAX_CHARACTERS * 2)].slice(0, MAX_CHARACTERS).join("");
  const masked = DIGITS_AND_SIGNS.test(short)
    ? short.replace(/\d/g, "0")
    : short.replace(/./gsu, maskCharacter);
  return short.length < text.length ? `${masked}…` : masked;
}

function maskCharacter(character: string): string {
  if (/\p{Lu}/u.test(character)) return "A";
  if (/\p{L}|\p{M}/u.test(character)) return "a";
  if (/\p{N}/u.test(character)) return "0";
  if (/\s/.test(character)) return " ";
  return /[\x21-\x7e•]/.test(character) ? character : "?";
}
