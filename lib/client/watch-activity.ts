import { endIdleWarning } from "./event-stream";

const REPORT_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 1_000;
/** What only a person does: scrolling and focus also happen by script. A screen reader clicks without a press. */
const SIGNS = ["pointerdown", "keydown", "wheel", "touchmove", "click"] as const;

/**
 * Tells the server, at most once a minute, that a person is at work here. Nothing else keeps an open page signed in:
 * not its polling, not its live updates.
 */
export function watchActivity(): () => void {
  let nextReportAt = 0;
  const onSign = ({ isTrusted }: Event) => {
    if (!isTrusted || performance.now() < nextReportAt) return;
    nextReportAt = performance.now() + REPORT_EVERY_MS;
    fetch("/api/activity", { method: "POST", keepalive: true })
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .then((isReported) => {
        if (isReported) endIdleWarning();
        // The next sign reports again; the pause keeps a scroll from flooding a server that is failing.
        else nextReportAt = performance.now() + RETRY_AFTER_MS;
      });
  };
  const leaving = new AbortController();
  for (const sign of SIGNS)
    window.addEventListener(sign, onSign, { passive: true, capture: true, signal: leaving.signal });
  return () => leaving.abort();
}
