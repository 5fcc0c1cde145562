import { type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import type { Random } from "@/sandbox/domain/credentials";

export const DAY_SECONDS = 86_400;

const SHIFT_LATER_SHARE = 0.5;

/** Offices spend little on weekends, leisure merchants sell little early in the week. */
export type WeeklyPattern = "steady" | "office" | "leisure";

/** Moves a share of a slow day's purchases to one of `busyDays` days before or after it. */
type DayShift = { share: number; earlier: number; later: number; busyDays: number };

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, SATURDAY] = [0, 1, 2, 3, 6];
const DAY_SHIFTS: Record<WeeklyPattern, Record<number, DayShift>> = {
  steady: {},
  office: {
    [SATURDAY]: { share: 0.82, earlier: 1, later: 2, busyDays: 5 },
    [SUNDAY]: { share: 0.88, earlier: 2, later: 1, busyDays: 5 },
  },
  leisure: {
    [MONDAY]: { share: 0.4, earlier: 1, later: 4, busyDays: 3 },
    [TUESDAY]: { share: 0.4, earlier: 2, later: 3, busyDays: 3 },
    [WEDNESDAY]: { share: 0.3, earlier: 3, later: 2, busyDays: 3 },
  },
};

export type DayGrid = ReturnType<typeof dayGrid>;

/** Counts UTC days back from `now`, which is day 0. `random` decides only when something happens, never what. */
export function dayGrid(now: Date, random: Random) {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const today = Math.floor(nowSeconds / DAY_SECONDS);
  const elapsedToday = nowSeconds - today * DAY_SECONDS;
  const weekday = now.getUTCDay();
  const dates = new Map<number, IsoDate>();

  return {
    /** On day 0, seconds are scaled to the part of the day that has passed. */
    instant(daysBack: number, second: number): Date {
      const passed = daysBack === 0 ? Math.floor((second * elapsedToday) / DAY_SECONDS) : second;
      return new Date(((today - daysBack) * DAY_SECONDS + passed) * 1000);
    },

    date(daysBack: number): IsoDate {
      const cached = dates.get(daysBack);
      if (cached) return cached;
      const date = toIsoDate(new Date((today - daysBack) * DAY_SECONDS * 1000));
      dates.set(daysBack, date);
      return date;
    },

    /** Shifts a slow day to a busy one if the bounds allow it. */
    busyDay(pattern: WeeklyPattern, daysBack: number, bounds: { newest: number; oldest: number }): number {
      const shift = DAY_SHIFTS[pattern][(weekday - (daysBack % 7) + 7) % 7];
      if (!shift || random() >= shift.share) return daysBack;
      const step = Math.floor(random() * shift.busyDays);
      const later = daysBack - shift.later - step;
      if (random() < SHIFT_LATER_SHARE && later >= bounds.newest) return later;
      const earlier = daysBack + shift.earlier;
      if (earlier + step <= bounds.oldest) return earlier + step;
      return earlier <= bounds.oldest ? earlier : daysBack;
    },

    /** A second of the UTC day within one of these local hours. */
    second(hours: readonly number[], hoursFromUtc: number): number {
      const hour = hours[Math.floor(random() * hours.length)] ?? 0;
      const second = (hour - hoursFromUtc) * 3600 + Math.floor(random() * 3600);
      return (second + DAY_SECONDS) % DAY_SECONDS;
    },
  };
}
