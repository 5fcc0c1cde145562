import { z } from "zod";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import { type IsoDate, isIsoDate } from "@/lib/domain/time/calendar";
import { Month } from "@/lib/domain/time/month";
import { isTimeZone } from "@/lib/domain/time/time-zone";
import { columnChoices, type List, shownColumns } from "@/lib/lists/list";
import { splitItems } from "./view-href";

/**
 * The fields of views. Each parses the text of a parameter and falls back to a default, so that an old or forged
 * link opens a page instead of an error.
 */
const Parameter = z.string().optional();

const MAX_PAGE = 1_000_000;
const POSITIVE_INTEGER = /^[1-9]\d{0,6}$/;
// A search text is a single line without control characters.
const CONTROL_CHARACTERS = /\p{Cc}+/gu;
const NOT_IN_ID = /[\p{Cc}\p{Cs}\s]/u;

/** `?page=3`, from 1. */
export function pageField() {
  return Parameter.transform((text) => {
    const page = POSITIVE_INTEGER.test(text ?? "") ? Number(text) : 1;
    return page <= MAX_PAGE ? page : 1;
  });
}

/** People and scripts may use another letter case. */
function matchIgnoringCase<Choice extends string>(choices: readonly Choice[], text = ""): Choice | undefined {
  return choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
}

/** One of the choices, or null for any. */
export function choiceField<const Choice extends string>(choices: readonly Choice[]) {
  return Parameter.transform((text): Choice | null => matchIgnoringCase(choices, text) ?? null);
}

/** One of the choices; the first one is the default. */
export function modeField<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return Parameter.transform((text): Choice => matchIgnoringCase(choices, text) ?? choices[0]);
}

/** Several of the choices, in their own order; none means any. */
export function choicesField<const Choice extends string>(choices: readonly Choice[]) {
  return Parameter.transform((text): readonly Choice[] => {
    const requested = new Set(splitItems(text ?? "").map((item) => matchIgnoringCase(choices, item)));
    return choices.filter((choice) => requested.has(choice));
  });
}

/** Free text, shortened to a length that a search can handle. */
export function textField(maxLength = 120) {
  return Parameter.transform((text = "") => {
    const line = text.toWellFormed().replace(CONTROL_CHARACTERS, " ").trim();
    return Array.from(line).slice(0, maxLength).join("").trim();
  });
}

/** A card number is replaced with its last four. */
export function searchField(maxLength = 120) {
  return textField(maxLength).transform(searchByLastFour);
}

/** An ID in any format, or null. */
export function idField(maxLength = 64) {
  return Parameter.transform((text = ""): string | null => {
    const isId = text.length > 0 && text.length <= maxLength && !NOT_IN_ID.test(text);
    return isId ? text : null;
  });
}

/** A currency code, or null for any. */
export function currencyField() {
  return idField(8).transform((code) => code?.toUpperCase() ?? null);
}

const MAX_ITEMS = 12;
const MAX_ITEM_LENGTH = 64;

/** Several values of an open set, such as the issuer's statuses; none means any. */
export function itemsField(known: readonly string[]) {
  return Parameter.transform((text = ""): readonly string[] => {
    const items = splitItems(text).filter(
      (item) => item.length <= MAX_ITEM_LENGTH && item.isWellFormed() && !/\p{Cc}/u.test(item),
    );
    return [...new Set(items.map((item) => matchIgnoringCase(known, item) ?? item))].slice(0, MAX_ITEMS);
  });
}

/** A plain decimal in its original spelling, or null. */
export function amountField() {
  return Parameter.transform((text = ""): string | null =>
    /^-?\d{1,12}(\.\d{1,4})?$/.test(text) ? text : null,
  );
}

/** A date such as `2026-11-15`, or null. */
export function dateField() {
  return Parameter.transform((text): IsoDate | null => (text && isIsoDate(text) ? text : null));
}

/** A month such as `2026-11`, or null. */
export function monthField() {
  return Parameter.transform((text): string | null =>
    Month.safeParse(text).success ? (text ?? null) : null,
  );
}

/** The time zone of the dates, as an IANA name; null means UTC. */
export function zoneField() {
  return Parameter.transform((text): string | null =>
    text && text !== "UTC" && isTimeZone(text) ? text : null,
  );
}

export function flagField() {
  return Parameter.transform((text) => text === "true" || text === "1");
}

/** `?sort=created:desc`: a sortable column and a direction. */
export function sortField<const Column extends string>(
  columns: readonly Column[],
  fallback: `${NoInfer<Column>}:${"asc" | "desc"}`,
) {
  return optionalSortField(columns).transform((sort) => sort ?? fallback);
}

/** Like `sortField`, or null for the order that the person chose last. */
export function optionalSortField<const Column extends string>(columns: readonly Column[]) {
  type Sort = `${Column}:${"asc" | "desc"}`;
  const sorts = columns.flatMap((column): Sort[] => [`${column}:asc`, `${column}:desc`]);
  return Parameter.transform((text): Sort | null => sorts.find((sort) => sort === text) ?? null);
}

/** `?columns=-design,id`: the columns that were hidden or shown. */
export function columnsField(list: List) {
  return Parameter.transform((text = ""): readonly string[] => {
    const shown = shownColumns(splitItems(text));
    return columnChoices(list, (id) => (Object.hasOwn(shown, id) ? shown[id] : undefined));
  });
}

/** The fields of a list that has saved views: the view that is open, and its columns. */
export function savedViewFields(list: List) {
  return { view: idField(36), columns: columnsField(list) };
}
