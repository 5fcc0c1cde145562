import type { IsoDate } from "@/lib/domain/time/calendar";
import type { GridPlace } from "./move-in-grid";

/** A month's grid is replaced as a whole, so the place outlives it here. */
let remembered: { month: IsoDate | null; place: GridPlace } | null = null;

/** For when the month is shown again; with null, for the month that is shown next. */
export function rememberPlace(place: GridPlace, month: IsoDate | null): void {
  remembered = { month, place };
}

/** Returns the place once. */
export function recallPlace(month: IsoDate): GridPlace | null {
  const found = remembered;
  remembered = null;
  return found && (found.month ?? month) === month ? found.place : null;
}
