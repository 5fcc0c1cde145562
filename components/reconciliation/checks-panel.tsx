import { Panel } from "@/components/ui/panel";
import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import { Money } from "@/components/ui/values/money";
import { CHECK_SIDES, CHECKS, type Check } from "@/lib/domain/reconciliation/day-result";

const OUTCOMES = {
  agrees: { tone: "good", shape: "check", label: "Agrees" },
  explained: { tone: "cold", shape: "check", label: "Explained" },
  differs: { tone: "bad", shape: "cross", label: "Differs" },
  unknown: { tone: "neutral", shape: "half", label: "Can’t be checked yet" },
} as const satisfies Record<Check["outcome"], { tone: Tone; shape: Shape; label: string }>;

export function ChecksPanel({ checks }: { checks: readonly Check[] }) {
  return (
    <Panel title="Arithmetic" isFlush>
      <ul className="divide-y divide-line border-line border-t">
        {checks.map((check) => {
          const { name, outcome, currency, expected, actual, detail } = check;
          const { tone, shape, label } = OUTCOMES[outcome];
          return (
            <li
              key={`${name} ${currency}`}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-2"
            >
              <div className="min-w-0 flex-[1_1_16rem]">
                {CHECKS[name]}
                {currency && <span className="text-ink-2"> ({currency})</span>}
                {detail && <p className="text-small text-ink-2">{detail}</p>}
                {outcome === "differs" && (expected ?? actual) !== null && (
                  <p className="text-small text-ink-2">
                    {CHECK_SIDES[name].actual}: <Value amount={actual} currency={currency} />.{" "}
                    {CHECK_SIDES[name].expected}: <Value amount={expected} currency={currency} />.
                  </p>
                )}
              </div>
              <Badge tone={tone} shape={shape}>
                {label}
              </Badge>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Value({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (amount === null) return "none";
  return currency ? <Money amount={amount} currency={currency} /> : amount;
}
