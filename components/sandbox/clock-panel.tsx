"use client";

import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { DateTime } from "@/components/ui/values/date-time";
import { moveClock } from "@/lib/actions/move-clock";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { type ClockMove, formatClockOffset, type SandboxState } from "@/lib/domain/settings/sandbox";

const STEPS = [
  { label: "+1 hour", advanceSeconds: 3_600 },
  { label: "+1 day", advanceSeconds: 86_400 },
  { label: "+1 week", advanceSeconds: 7 * 86_400 },
  { label: "+31 days", advanceSeconds: 31 * 86_400 },
] as const;

/** Moves the sandbox's clock, to make reports available or cards expire. */
export function ClockPanel({ clock }: { clock: SandboxState["clock"] }) {
  const { send, isBusy, error } = useAction(moveClock);
  const refresh = useRefresh();

  async function move(to: ClockMove) {
    await send(to);
    refresh();
  }

  return (
    <div className="flex flex-col gap-3">
      <p>
        <DateTime value={clock.now} style="full" className="text-lead font-medium" />
        <span className="block text-small text-ink-2">{formatClockOffset(clock.offsetSeconds)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ label, advanceSeconds }) => (
          <Button key={label} size="small" busy={isBusy} onClick={() => void move({ advanceSeconds })}>
            {label}
          </Button>
        ))}
        <Button
          size="small"
          tone="ghost"
          busy={isBusy}
          onClick={() => void move({ now: new Date().toISOString() })}
        >
          Reset to now
        </Button>
      </div>
      {error && <ErrorState error={error} isInline />}
    </div>
  );
}
