"use client";

import { useEffect, useRef } from "react";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";

/** Replaces a form whose request waits for a second person. */
export function ApprovalRequestedNotice({ requestId }: { requestId: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
        Approval requested
      </h2>
      <Callout tone="accent" title="Waiting for a second person" isAnnounced>
        Nothing was issued yet. You’ll be notified of the outcome.
      </Callout>
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="primary" href={`/approvals/${requestId}`}>
          View request
        </LinkButton>
      </div>
    </div>
  );
}
