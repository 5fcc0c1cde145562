import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DescriptionList } from "@/components/ui/description-list";
import { Money } from "@/components/ui/values/money";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { describeChecks, describeMappings, EVENT_NAMES } from "@/lib/domain/reconciliation/describe-evidence";
import { EXCEPTION_KINDS, EXCEPTION_REASONS, EXCEPTION_STATES } from "@/lib/domain/reconciliation/exception";
import type { ExceptionLeft, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";

const MAX_SHOWN = 20;

type EvidenceDetailsProps = { evidence: SignOffEvidence; isSigned: boolean };

/** What was signed off, or would be. */
export function EvidenceDetails({ evidence, isSigned }: EvidenceDetailsProps) {
  const { files, mappings, matched, rows, events, checks, exceptionsLeft } = evidence;
  return (
    <div className="flex flex-col gap-3">
      <DescriptionList
        facts={[
          { name: "Matched rows", value: `${formatCount(matched)} of ${formatCount(rows)}` },
          ...events.map(({ event, currency, effect }) => ({
            name: `Effect of ${EVENT_NAMES[event]}`,
            value: <Money amount={effect} currency={currency} />,
          })),
          { name: "Columns", value: describeMappings(mappings) },
          { name: "Checks", value: describeChecks(checks) },
          { name: "Exceptions left", value: formatCount(exceptionsLeft.length) },
        ]}
      />
      {exceptionsLeft.length > 0 && <ExceptionsLeft exceptions={exceptionsLeft} />}
      {files.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small text-ink-2">
            {isSigned ? "Signed off over" : "Compared from"} {countOf(files.length, "file")}
          </summary>
          <DescriptionList
            facts={files.map(({ type, date, sha256 }) => ({
              name: `${reportName(type)}, ${formatPeriod(type, date)}`,
              value: <CopyableId id={sha256} name={`SHA-256 of ${reportName(type)}`} />,
            }))}
          />
        </details>
      )}
    </div>
  );
}

function ExceptionsLeft({ exceptions }: { exceptions: readonly ExceptionLeft[] }) {
  const rest = exceptions.length - MAX_SHOWN;
  return (
    <details>
      <summary className="cursor-pointer text-small text-ink-2">
        {countOf(exceptions.length, "exception")} left
      </summary>
      <ul className="divide-y divide-line">
        {exceptions.slice(0, MAX_SHOWN).map(({ id, kind, state, reason, transactionId, ...amount }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="wrap-anywhere">
              {EXCEPTION_KINDS[kind]}
              {transactionId && <span className="text-ink-2"> {transactionId}</span>}
            </span>
            <span className="text-ink-2">
              {amount.difference !== null && (
                <>
                  <Money amount={amount.difference} currency={amount.currency ?? ""} />,{" "}
                </>
              )}
              {EXCEPTION_STATES[state]}
              {reason && `: ${EXCEPTION_REASONS[reason]}`}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-small text-ink-2">And {formatCount(rest)} more.</p>}
    </details>
  );
}
