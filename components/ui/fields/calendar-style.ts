import type { IsoDate } from "@/lib/domain/time/calendar";

const NAV_BUTTON =
  "grid size-7 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink aria-disabled:opacity-40 touch:size-9";

/** Includes the hover state, whose background would otherwise make the digits unreadable. */
export const SELECTED_DAY_CLASSES =
  "[&>button]:bg-accent [&>button]:text-accent-ink [&>button:hover]:bg-accent";

export const CALENDAR_CLASSES = {
  root: "relative select-none",
  months: "flex flex-col",
  month: "flex flex-col gap-2",
  month_caption: "flex h-7 items-center px-1.5 touch:h-9",
  caption_label: "font-medium",
  nav: "absolute top-0 right-0 flex gap-0.5",
  button_previous: NAV_BUTTON,
  button_next: NAV_BUTTON,
  chevron: "size-3.5 fill-current",
  month_grid: "border-separate border-spacing-y-0.5",
  weekday: "size-8 text-caption font-medium text-ink-3 touch:w-10",
  day: "size-8 p-0 text-center touch:h-9 touch:w-10",
  day_button:
    "size-8 rounded-control transition-colors duration-quick hover:bg-hover touch:h-9 touch:w-10 in-data-[selected]:hover:bg-transparent",
  outside: "text-ink-3",
  today: "font-semibold text-accent",
  selected: "bg-accent-soft",
  range_start: `rounded-l-control ${SELECTED_DAY_CLASSES}`,
  range_end: `rounded-r-control ${SELECTED_DAY_CLASSES}`,
  range_middle: "text-ink",
} as const;

// The calendar component works in the browser's time zone, so only the calendar date is converted.
export function toCalendarDay(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const calendarDay = new Date(2000, month - 1, day);
  calendarDay.setFullYear(year, month - 1, day);
  return calendarDay;
}

export function fromCalendarDay(day: Date): IsoDate {
  const parts = [String(day.getFullYear()).padStart(4, "0"), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}
