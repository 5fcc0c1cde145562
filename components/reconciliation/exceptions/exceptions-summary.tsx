import { IntentLink } from "@/components/ui/buttons/intent-link";
import { Panel } from "@/components/ui/panel";
import { Money } from "@/components/ui/values/money";
import { formatCount } from "@/lib/domain/money/numbers";
import {
  EXCEPTION_KINDS,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionState,
  type ExceptionsSummary as Summary,
} from "@/lib/domain/reconciliation/exception";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { ExceptionStateBadge } from "./exception-state-badge";
import { optionsOf } from "./options-of";

type ExceptionsSummaryProps = { summary: Summary; from: IsoDate; to: IsoDate };

const STATES = Object.keys(EXCEPTION_STATES) as ExceptionState[];

/** The exceptions of a day or a month by kind and state, with links to them, and what they change per currency. */
export function ExceptionsSummary({ summary, from, to }: ExceptionsSummaryProps) {
  if (summary.total === 0) return <p className="text-ink-2">No exceptions.</p>;
  const countOf = (kind: ExceptionKind, state: ExceptionState) =>
    summary.byKind.find((count) => count.kind === kind && count.state === state)?.count ?? 0;
  const kinds = optionsOf<ExceptionKind>(EXCEPTION_KINDS).filter(({ value }) =>
    summary.byKind.some(({ kind }) => kind === value),
  );
  const hrefOf = (kind: ExceptionKind, state: ExceptionState) =>
    `/reconciliation/exceptions?from=${from}&to=${to}&kind=${kind}&state=${state}`;
  return (
    <Panel title="Exceptions">
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-small text-ink-2">
            <tr>
              <th scope="col" className="py-1 pr-4 font-medium">
                Exception
              </th>
              {STATES.map((state) => (
                <th key={state} scope="col" className="px-2 py-1 text-right font-medium">
                  {EXCEPTION_STATES[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {kinds.map(({ value: kind, label }) => (
              <tr key={kind}>
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {label}
                </th>
                {STATES.map((state) => {
                  const count = countOf(kind, state);
                  return (
                    <td key={state} className="px-2 py-1.5 text-right tabular-nums">
                      {count === 0 ? (
                        <span className="text-ink-3">0</span>
                      ) : (
                        <IntentLink href={hrefOf(kind, state)} className="text-accent hover:underline">
                          {formatCount(count)}
                        </IntentLink>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {summary.sums.length > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
          {summary.sums.map(({ currency, state, difference }) => (
            <div key={`${currency} ${state}`}>
              <dt>
                <ExceptionStateBadge state={state} />
              </dt>
              <dd className="mt-0.5">
                <Money amount={difference} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
