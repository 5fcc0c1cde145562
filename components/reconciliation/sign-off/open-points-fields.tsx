import { Checkbox } from "@/components/ui/fields/checkbox";
import type { OpenPoint } from "@/lib/domain/reconciliation/open-points";
import type { Acknowledgement } from "./use-acknowledgement";

type OpenPointsFieldsProps = { points: readonly OpenPoint[]; acknowledgement: Acknowledgement };

/** What is left open, each with its own tick. */
export function OpenPointsFields({ points, acknowledgement }: OpenPointsFieldsProps) {
  const { isTicked, tick, isMissing } = acknowledgement;
  if (points.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">This stays open. Tick each point that you accept.</legend>
      <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto">
        {points.map(({ key, title, detail }) => (
          <li key={key} className="wrap-anywhere">
            <Checkbox
              label={title}
              hint={detail}
              checked={isTicked(key)}
              onChange={(event) => tick(key, event.target.checked)}
              aria-invalid={(isMissing && !isTicked(key)) || undefined}
            />
          </li>
        ))}
      </ul>
      {isMissing && (
        <p role="alert" className="text-small text-bad">
          Tick each point to sign off.
        </p>
      )}
    </fieldset>
  );
}
