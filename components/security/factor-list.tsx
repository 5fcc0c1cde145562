import { DateTime } from "@/components/ui/values/date-time";
import type { FactorItem } from "@/lib/domain/people/second-factor";
import { RemoveFactorButton } from "./remove-factor-button";

type FactorListProps = {
  kind: "authenticator" | "passkey";
  factors: readonly FactorItem[];
  /** The person has one factor only. */
  isLast: boolean;
};

export function FactorList({ kind, factors, isLast }: FactorListProps) {
  return (
    <ul className="divide-y divide-line">
      {factors.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{name}</p>
            <p className="text-small text-ink-2">
              Added <DateTime value={createdAt} />
              {lastUsedAt && (
                <>
                  , last used <DateTime value={lastUsedAt} />
                </>
              )}
            </p>
          </div>
          <RemoveFactorButton kind={kind} id={id} name={name} isLast={isLast} />
        </li>
      ))}
    </ul>
  );
}
