import { type IsoDate, toIsoDate } from "@/lib/domain/calendar";
import type { Random } from "@/sandbox/domain/credentials";

export const DAY_SECONDS = 86_400;

const MOVE_TO_LATER_SHARE = 0.5;

/** Who is quiet when: offices at weekends, restaurants at the start of the week. */
export type Rhythm = "steady" | "office" | "leisure";

/** Moves a quiet day's purchases to one of `choices` lively days before or after it. */
type Move = { share: number; earlier: number; later: number; choices: number };

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, SATURDAY] = [0, 1, 2, 3, 6];
const MOVES: Record<Rhythm, Record<number, Move>> = {
  steady: {},
  office: {
    [SATURDAY]: { share: 0.82, earlier: 1, later: 2, choices: 5 },
    [SUNDAY]: { share: 0.88, earlier: 2, later: 1, choices: 5 },
  },
  leisure: {
    [MONDAY]: { share: 0.4, earlier: 1, later: 4, choices: 3 },
    [TUESDAY]: { share: 0.4, earlier: 2, later: 3, choices: 3 },
    [WEDNESDAY]: { share: 0.3, earlier: 3, later: 2, choices: 3 },
  },
};

export type DayGrid = ReturnType<typeof dayGrid>;

/** UTC days counted back from the day of `now`, which is 0. Only times come from here, never what happened. */
export function dayGrid(now: Date, random: Random) {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const today = Math.floor(nowSeconds / DAY_SECONDS);
  const elapsedToday = nowSeconds - today * DAY_SECONDS;
  const weekday = now.getUTCDay();
  const dates = new Map<number, IsoDate>();

  return {
    /** Today's seconds are squeezed into the part of it that has passed. */
    instant(daysBack: number, second: number): Date {
      const passed = daysBack === 0 ? Math.floor((second * elapsedToday) / DAY_SECONDS) : second;
      return new Date(((today - daysBack) * DAY_SECONDS + passed) * 1000);
    },

    date(daysBack: number): IsoDate {
      const known = dates.get(daysBack);
      if (known) return known;
      const date = toIsoDate(new Date((today - daysBack) * DAY_SECONDS * 1000));
      dates.set(daysBack, date);
      return date;
    },

    /** The day on which something of this rhythm happens instead, where the bounds leave room for it. */
    livelyDay(rhythm: Rhythm, daysBack: number, bounds: { newest: number; oldest: number }): number {
      const move = MOVES[rhythm][(weekday - (daysBack % 7) + 7) % 7];
      if (!move || random() >= move.share) return daysBack;
      const step = Math.floor(random() * move.choices);
      const later = daysBack - move.later - step;
      if (random() < MOVE_TO_LATER_SHARE && later >= bounds.newest) return later;
      const earlier = daysBack + move.earlier;
      if (earlier + step <= bounds.oldest) return earlier + step;
      return earlier <= bounds.oldest ? earlier : daysBack;
    },

    /** A second of the UTC day at which one of these local hours strikes. */
    second(hours: readonly number[], hoursFromUtc: number): number {
      const hour = hours[Math.floor(random() * hours.length)] ?? 0;
      const second = (hour - hoursFromUtc) * 3600 + Math.floor(random() * 3600);
      return (second + DAY_SECONDS) % DAY_SECONDS;
    },
  };
}
