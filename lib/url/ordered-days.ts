import type { IsoDate } from "@/lib/domain/time/calendar";
import type { View } from "./define-view";
import type { ViewState } from "./view-href";

type Days = ViewState & {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly zone?: string | null;
};

/**
 * The issuer rejects a range that ends before it starts, so reversed dates are swapped. Without dates the time zone
 * is dropped.
 */
export function orderedDays<State extends Days>(view: View<State>): View<State> {
  return {
    ...view,
    parse(searchParams) {
      const state = view.parse(searchParams);
      const { from, to } = state;
      if (!from && !to) return "zone" in state ? { ...state, zone: null } : state;
      return from && to && from > to ? { ...state, from: to, to: from } : state;
    },
  };
}
