import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import type { AppError } from "@/lib/domain/result";

type Sending = { isBusy: boolean; error: AppError | null };
type AddAndClearProps = {
  label: string;
  adding: Sending;
  clearing: Sending;
  hasAny: boolean;
  onClear: () => void;
};

/** The buttons below a form of the sandbox page, with what went wrong. */
export function AddAndClear({ label, adding, clearing, hasAny, onClear }: AddAndClearProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={adding.isBusy}>
          {label}
        </Button>
        {hasAny && (
          <Button tone="ghost" busy={clearing.isBusy} onClick={onClear}>
            Clear all
          </Button>
        )}
      </div>
      {adding.error && <ErrorState error={adding.error} isInline />}
      {clearing.error && <ErrorState error={clearing.error} isInline />}
    </>
  );
}
