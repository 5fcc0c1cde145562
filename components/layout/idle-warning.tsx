"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/buttons/button";
import { useIdleWarning } from "@/lib/client/event-stream";
import { watchActivity } from "@/lib/client/watch-activity";
import { IDLE_WARNING_MINUTES } from "@/lib/domain/people/session-limits";

/** Reports activity and warns before the session ends because of inactivity. */
export function IdleWarning() {
  const isEndingSoon = useIdleWarning();
  useEffect(() => watchActivity(), []);
  return (
    <div role="alert" className="fixed inset-x-4 bottom-4 z-[65] mx-auto w-fit">
      {isEndingSoon && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-warn-line bg-raised px-4 py-3 shadow-pop">
          <p>You’ll be signed out in less than {IDLE_WARNING_MINUTES} minutes due to inactivity.</p>
          {/* Any click is activity, so the button needs no handler. */}
          <Button tone="primary" size="small">
            Stay signed in
          </Button>
        </div>
      )}
    </div>
  );
}
