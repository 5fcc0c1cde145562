import "server-only";

/** The exit codes with which Next ends the process after SIGINT and SIGTERM. */
const STOP_CODES: readonly unknown[] = [130, 143];

/**
 * Next exits as soon as no request is open and offers nothing that it would wait for, so its exit waits until the
 * dashboard has stopped, for at most `timeoutMs` from now. Any other exit is a failure and happens at once.
 */
export function holdExit(stopped: Promise<unknown>, timeoutMs: number): void {
  const exit = process.exit;
  const timedOut = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  const released = Promise.race([stopped, timedOut]).catch(() => undefined);
  const exitLater = (code?: Parameters<typeof exit>[0]) => {
    if (!STOP_CODES.includes(code)) return exit(code);
    void released.then(() => exit(code));
  };
  process.exit = exitLater as typeof exit;
}
