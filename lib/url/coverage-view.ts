import { addMonths, type IsoDate } from "@/lib/domain/time/calendar";
import { defineView } from "./define-view";
import { monthField } from "./view-fields";

export const coverageView = defineView({
  /** Null means the month of the latest day that could be requested. */
  month: monthField(),
});

const FIRST_MONTH = "2000-01";

/** Links to the months before and after; there is nothing to see after the next month. */
export function coverageMonths(
  month: string,
  today: IsoDate,
): { previousHref: string | null; nextHref: string | null } {
  const shift = (months: number) => addMonths(`${month}-01`, months).slice(0, 7);
  const hrefOf = (target: string) => coverageView.href("/reports/coverage", { month: target });
  return {
    previousHref: month > FIRST_MONTH ? hrefOf(shift(-1)) : null,
    nextHref: month < addMonths(today, 1).slice(0, 7) ? hrefOf(shift(1)) : null,
  };
}
