import type { GridPlace } from "./move-in-grid";

/** Another month is another grid, so the place outlives the grid here. */
let remembered: GridPlace | null = null;

export function rememberPlace(place: GridPlace): void {
  remembered = place;
}

/** Returns the place once. */
export function recallPlace(): GridPlace | null {
  const place = remembered;
  remembered = null;
  return place;
}
