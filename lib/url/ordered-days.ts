import type { IsoDate } from "@/lib/domain/time/calendar";
import type { View } from "./define-view";
import type { ViewState } from "./view-href";

type Days = ViewState & {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly zone?: string | null;
};

type Range<State> = readonly [from: keyof State & string, to: keyof State & string];

/**
 * The issuer rejects a range that ends before it starts, so reversed dates are swapped. Without dates the time zone
 * is dropped.
 */
export function orderedDays<State extends Days>(
  view: View<State>,
  ranges: readonly Range<State>[] = [["from", "to"]],
): View<State> {
  return {
    ...view,
    parse(searchParams) {
      const state = view.parse(searchParams);
      const hasDays = ranges.flat().some((name) => state[name] !== null);
      return Object.assign(
        {},
        state,
        ...ranges.map((range) => ordered(state, range)),
        !hasDays && "zone" in state && { zone: null },
      );
    },
  };
}

function ordered<State extends Days>(state: State, [fromName, toName]: Range<State>): ViewState {
  const [from = null, to = null] = [state[fromName], state[toName]];
  return from && to && from > to ? { [fromName]: to, [toName]: from } : {};
}
