import { z } from "zod";
import { type IsoDate, isIsoDate } from "@/lib/domain/calendar";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import { isTimeZone } from "@/lib/domain/time-zone";
import { splitItems } from "./view-href";

/**
 * The fields that views are made of. Each takes the text of a parameter and falls back to the usual: a link from
 * last year, or from a stranger, opens a page and not an error.
 */
const Parameter = z.string().optional();

const LARGEST_PAGE = 1_000_000;
const WHOLE_NUMBER = /^[1-9]\d{0,6}$/;
// Neither line breaks nor other control characters belong in a line of search text.
const CONTROL = /\p{Cc}+/gu;
const NOT_IN_AN_ID = /[\p{Cc}\p{Cs}\s]/u;

/** `?page=3`, from 1. */
export function pageField() {
  return Parameter.transform((text) => {
    const page = WHOLE_NUMBER.test(text ?? "") ? Number(text) : 1;
    return page <= LARGEST_PAGE ? page : 1;
  });
}

/** The known value that a text means: whoever types an address or writes a script may not know its letter case. */
function findKnown<Choice extends string>(choices: readonly Choice[], text = ""): Choice | undefined {
  return choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
}

/** One of a known few, or null for any. */
export function choiceField<const Choice extends string>(choices: readonly Choice[]) {
  return Parameter.transform((text): Choice | null => findKnown(choices, text) ?? null);
}

/** One of a known few; the first one is the usual. */
export function modeField<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return Parameter.transform((text): Choice => findKnown(choices, text) ?? choices[0]);
}

/** Several of a known few, in the order of the list; none is any. */
export function choicesField<const Choice extends string>(choices: readonly Choice[]) {
  return Parameter.transform((text): readonly Choice[] => {
    const asked = new Set(splitItems(text ?? "").map((item) => findKnown(choices, item)));
    return choices.filter((choice) => asked.has(choice));
  });
}

/** Words that someone typed, cut to a length that a search can bear. */
export function textField(maximumLength = 120) {
  return Parameter.transform((text = "") => {
    const line = text.toWellFormed().replace(CONTROL, " ").trim();
    return Array.from(line).slice(0, maximumLength).join("").trim();
  });
}

/** What someone typed into a search box: a card number counts as its last four. */
export function searchField(maximumLength = 120) {
  return textField(maximumLength).transform(searchByLastFour);
}

/** An id of someone else's making, or null. */
export function idField(maximumLength = 64) {
  return Parameter.transform((text = ""): string | null => {
    const isId = text.length > 0 && text.length <= maximumLength && !NOT_IN_AN_ID.test(text);
    return isId ? text : null;
  });
}

/** A currency's code, or null for any. */
export function currencyField() {
  return idField(8).transform((code) => code?.toUpperCase() ?? null);
}

const MOST_ITEMS = 12;
const LONGEST_ITEM = 64;

/** Several values of an open set, such as the issuer's statuses, of which some are known; none is any. */
export function itemsField(known: readonly string[]) {
  return Parameter.transform((text = ""): readonly string[] => {
    const items = splitItems(text).filter(
      (item) => item.length <= LONGEST_ITEM && item.isWellFormed() && !/\p{Cc}/u.test(item),
    );
    return [...new Set(items.map((item) => findKnown(known, item) ?? item))].slice(0, MOST_ITEMS);
  });
}

/** An amount as a plain decimal, kept as it was written, or null. */
export function amountField() {
  return Parameter.transform((text = ""): string | null =>
    /^-?\d{1,12}(\.\d{1,4})?$/.test(text) ? text : null,
  );
}

/** A day, `2026-11-15`, or null. */
export function dateField() {
  return Parameter.transform((text): IsoDate | null => (text && isIsoDate(text) ? text : null));
}

/** The zone of the days, as an IANA name; null is UTC. */
export function zoneField() {
  return Parameter.transform((text): string | null =>
    text && text !== "UTC" && isTimeZone(text) ? text : null,
  );
}

export function flagField() {
  return Parameter.transform((text) => text === "true" || text === "1");
}

/** `?sort=created:desc`: a column that can be sorted and a direction. */
export function sortField<const Column extends string>(
  columns: readonly Column[],
  usual: `${NoInfer<Column>}:${"asc" | "desc"}`,
) {
  type Sort = `${Column}:${"asc" | "desc"}`;
  const sorts = columns.flatMap((column): Sort[] => [`${column}:asc`, `${column}:desc`]);
  return Parameter.transform((text): Sort => sorts.find((sort) => sort === text) ?? usual);
}
