"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { signOffDays } from "@/lib/actions/sign-off-days";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { type OpenPoint, openText } from "@/lib/domain/reconciliation/open-points";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { OpenPointsFields } from "./open-points-fields";
import { useAcknowledgement } from "./use-acknowledgement";

export type SignOffDaysDialogProps = OpenDialog & {
  month: string;
  /** Identifies what the page shows. */
  seen: string;
  days: readonly IsoDate[];
  points: readonly OpenPoint[];
};

export default function SignOffDaysDialog(props: SignOffDaysDialogProps) {
  const { open, onClose, month, seen, days, points } = props;
  const { send, isBusy, error } = useAction(signOffDays);
  const acknowledgement = useAcknowledgement(points);
  const refresh = useRefresh();

  function close() {
    acknowledgement.clear();
    onClose();
  }

  async function confirm() {
    const acknowledged = acknowledgement.take();
    if (acknowledged === null) return;
    const result = await send({ month, seen, acknowledged });
    refresh();
    if (!result.ok) return;
    close();
    toast({ title: `${countOf(result.data.days, "day")} signed off`, tone: "good" });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void confirm()}
      title={`Sign off ${countOf(days.length, "day")}?`}
      description={`${spanOf(days)}: each day is signed off by itself, with your name, the hashes of its files, its totals, and what stays open. ${openText(points)}`}
      confirmLabel={`Sign off ${countOf(days.length, "day")}`}
      busy={isBusy}
      fields={<OpenPointsFields points={points} acknowledgement={acknowledgement} />}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

function spanOf(days: readonly IsoDate[]): string {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}
