import { HISTORY_DAYS } from "./card-drafts";

const DECLINED_SHARE = 0.06;
const WEEK_DAYS = 7;

/** Keeps the share of declined purchases the same in every week, whatever happens to single cards. */
export function createDeclineQuota() {
  // Starting halfway to the first decline lets rounding add as many declines as it leaves out.
  const due = Array.from({ length: Math.ceil(HISTORY_DAYS / WEEK_DAYS) }, () => 0.5);
  const weekOf = (daysBack: number) => Math.floor(daysBack / WEEK_DAYS);
  const dueIn = (week: number) => due[week] ?? 0;

  function add(daysBack: number, declines: number): void {
    const week = weekOf(daysBack);
    due[week] = dueIn(week) + declines;
  }

  return {
    addPurchase: (daysBack: number) => add(daysBack, DECLINED_SHARE),
    addDecline: (daysBack: number) => add(daysBack, -1),
    isDeclineDue: (daysBack: number) => dueIn(weekOf(daysBack)) >= 1,
  };
}
