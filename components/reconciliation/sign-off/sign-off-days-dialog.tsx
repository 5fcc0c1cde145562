"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { signOffDays } from "@/lib/actions/sign-off-days";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";

export type SignOffDaysDialogProps = OpenDialog & {
  month: string;
  /** Identifies what the page shows. */
  seen: string;
  days: readonly IsoDate[];
  /** The exceptions that are left, in words. */
  left: string;
};

export default function SignOffDaysDialog(props: SignOffDaysDialogProps) {
  const { open, onClose, month, seen, days, left } = props;
  const { send, isBusy, error } = useAction(signOffDays);
  const refresh = useRefresh();

  async function confirm() {
    const result = await send({ month, seen });
    refresh();
    if (!result.ok) return;
    onClose();
    toast({ title: `${countOf(result.data.days, "day")} signed off`, tone: "good" });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Sign off ${countOf(days.length, "day")}?`}
      description={`${spanOf(days)}: each day is signed off by itself, with your name, the hashes of its files, its totals, and its exceptions. ${left}`}
      confirmLabel={`Sign off ${countOf(days.length, "day")}`}
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

function spanOf(days: readonly IsoDate[]): string {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}
