import { classNames } from "@/components/ui/class-names";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import type { ReportRow } from "@/lib/domain/reports/report";

const STEPS = [
  { state: "queued", label: "Queued" },
  { state: "requested", label: "Requested" },
  { state: "link-received", label: "Link received" },
  { state: "captured", label: "Ready" },
] as const;

const STATE_TEXT = {
  queued: "Waiting to be requested.",
  requested: "The issuer is preparing the file and will notify us when it’s done.",
  "link-received": "Downloading the file from the issuer.",
} as const;

export function ReportProgress({ report }: { report: ReportRow }) {
  const { state, reason, stateSince } = report;
  if (state === "failed")
    return (
      <Callout
        tone="bad"
        title="Failed"
        isAnnounced
        detail={
          <>
            Since <DateTime value={stateSince} style="full" />. No file was saved. It’s safe to request the
            report again.
          </>
        }
      >
        {reason}
      </Callout>
    );
  if (state === "withdrawn")
    return (
      <Callout title="Canceled" isAnnounced detail={<DateTime value={stateSince} style="full" />}>
        {reason} The report won’t be requested.
      </Callout>
    );
  if (state === "captured") return null;
  const currentIndex = STEPS.findIndex((step) => step.state === state);
  return (
    <div className="rounded-panel border border-line bg-surface px-4 py-4">
      <ol aria-label="Progress" className="grid grid-cols-4 gap-2">
        {STEPS.map((step, index) => (
          <li key={step.state} aria-current={index === currentIndex ? "step" : undefined} className="min-w-0">
            <span
              aria-hidden="true"
              className={classNames(
                "block h-1 rounded-full",
                index < currentIndex
                  ? "bg-accent"
                  : index === currentIndex
                    ? "animate-pulse bg-accent"
                    : "bg-line-strong",
              )}
            />
            <span
              className={classNames(
                "mt-1.5 block truncate text-small",
                index === currentIndex ? "font-medium text-ink" : "text-ink-3",
              )}
            >
              {step.label}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="mt-3 text-pretty">
        {reason ?? STATE_TEXT[state]}{" "}
        <span className="text-ink-2">
          You can leave this page. You’ll be notified when the file is ready.
        </span>
      </p>
    </div>
  );
}
