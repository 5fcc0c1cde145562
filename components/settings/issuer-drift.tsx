import { ActionButton } from "@/components/ui/buttons/action-button";
import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { clearDrift } from "@/lib/actions/clear-drift";
import { type DriftEffect, EFFECT_LABELS } from "@/lib/contract/drift/drift-kind";
import { formatCount } from "@/lib/domain/money/numbers";

type IssuerDifference = {
  key: string;
  title: string;
  call: string;
  field: string;
  effect: DriftEffect;
  meaning: string;
  contract: string;
  example: string;
  seen: number;
  firstAt: Date;
  lastAt: Date;
};

const EFFECT_STYLES = {
  broken: { tone: "bad", shape: "cross" },
  shown: { tone: "warn", shape: "alert" },
  harmless: { tone: "neutral", shape: "ring" },
} as const;

/** How the issuer's answers differ from the contract, from the calls that were made anyway. */
export function IssuerDrift({ differences }: { differences: readonly IssuerDifference[] }) {
  return (
    <Panel
      title="Differences from the contract"
      lead="How the issuer’s answers differ from its specification. Examples are masked. A difference is forgotten after 30 days without recurrence."
      action={
        differences.length > 0 && (
          <ActionButton action={clearDrift} input={{}} failedTitle="Couldn’t clear the differences">
            Clear
          </ActionButton>
        )
      }
      isFlush
    >
      {differences.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-ink-2">
          No differences: every answer so far follows the contract.
        </p>
      ) : (
        <ul aria-label="Differences from the contract" className="divide-y divide-line border-line border-t">
          {differences.map(({ key, ...difference }) => (
            <DifferenceItem key={key} {...difference} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function DifferenceItem(difference: Omit<IssuerDifference, "key">) {
  const { title, call, field, effect, meaning, contract, example, seen, firstAt, lastAt } = difference;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-medium">{title}</h3>
          <Badge {...EFFECT_STYLES[effect]}>{EFFECT_LABELS[effect]}</Badge>
          <span className="wrap-anywhere min-w-0 font-mono text-small">
            {call}
            {field && ` ${field}`}
          </span>
        </div>
        <p className="wrap-anywhere text-small text-ink-2">
          {example && (
            <>
              Example: <span className="font-mono">{example}</span>.{" "}
            </>
          )}
          Contract: {contract}. {meaning}
        </p>
      </div>
      <span className="text-small text-ink-2">
        Seen {formatCount(seen)}×, first <DateTime value={firstAt.toISOString()} style="full" />, last{" "}
        <DateTime value={lastAt.toISOString()} style="full" />
      </span>
    </li>
  );
}
