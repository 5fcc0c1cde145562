import { clearIdleWarning } from "./event-stream";

const REPORT_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 1_000;
/** Events that only a person causes: scripts also scroll and focus. A screen reader clicks without a press. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "wheel", "touchmove", "click"] as const;

/**
 * Reports activity to the server at most once a minute. Nothing else keeps an open page signed in: neither polling nor
 * updates.
 */
export function watchActivity(): () => void {
  let nextReportAt = 0;
  const onActivity = ({ isTrusted }: Event) => {
    if (!isTrusted || performance.now() < nextReportAt) return;
    nextReportAt = performance.now() + REPORT_EVERY_MS;
    fetch("/api/activity", { method: "POST", keepalive: true })
      .then(
        ({ ok }) => ok,
        () => false,
      )
      .then((isReported) => {
        if (isReported) clearIdleWarning();
        // The next event reports again; the delay keeps scrolling from flooding a failing server.
        else nextReportAt = performance.now() + RETRY_AFTER_MS;
      });
  };
  const controller = new AbortController();
  for (const eventType of ACTIVITY_EVENTS)
    window.addEventListener(eventType, onActivity, {
      passive: true,
      capture: true,
      signal: controller.signal,
    });
  return () => controller.abort();
}
