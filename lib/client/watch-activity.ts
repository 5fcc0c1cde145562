import { endIdleWarning } from "./event-stream";

const REPORT_EVERY_MS = 60_000;
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
    fetch("/api/activity", { method: "POST", keepalive: true }).then(
      ({ ok }) => ok && endIdleWarning(),
      // What did not arrive is said again with the next sign.
      () => {
        nextReportAt = 0;
      },
    );
  };
  const leaving = new AbortController();
  for (const sign of SIGNS)
    window.addEventListener(sign, onSign, { passive: true, capture: true, signal: leaving.signal });
  return () => leaving.abort();
}
