import { Panel } from "@/components/ui/panel";
import { countOf } from "@/lib/domain/money/numbers";
import { FACTOR_RULE_LABELS, type FactorPolicy } from "@/lib/domain/people/factor-policy";
import { ChangePolicyButton } from "./change-policy-button";

export type PolicyItem = FactorPolicy & {
  /** Active people of this role without a second factor. */
  peopleWithout: number;
};

/** For admins. */
export function PolicyPanel({ policies }: { policies: readonly PolicyItem[] }) {
  return (
    <Panel title="Second-factor policy" lead="Who needs a second factor to sign in." isFlush>
      <ul className="divide-y divide-line">
        {policies.map(({ role, rule, graceDays, peopleWithout }) => (
          <li key={role} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="font-medium">
                <span className="inline-block first-letter:uppercase">{role}</span>
              </p>
              <p className="text-small text-ink-2">
                {FACTOR_RULE_LABELS[rule]}
                {rule === "required" && `, after ${countOf(graceDays, "day")}`}
                {peopleWithout > 0 &&
                  ` · ${peopleWithout} ${peopleWithout === 1 ? "person" : "people"} without one`}
              </p>
            </div>
            <ChangePolicyButton policy={{ role, rule, graceDays }} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
