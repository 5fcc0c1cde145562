const REPEAT_MS = 10_000;

/**
 * Reports what a start is waiting for, so that a slow one doesn't look like a hang.
 * @param {{ write?: (line: string) => void, now?: () => number }} [options]
 */
export function createProgress({ write = console.log, now = Date.now } = {}) {
  const startedAt = now();
  /** @type {Map<string, string>} the current activity by program */
  const pending = new Map();
  const seconds = () => Math.round((now() - startedAt) / 1000);
  const repeat = () => {
    for (const activity of pending.values()) write(`Still ${activity}… (${seconds()} s)`);
  };
  const timer = setInterval(repeat, REPEAT_MS);
  timer.unref();
  return {
    /**
     * @param {string} program
     * @param {string} activity in the -ing form: "compiling the first page"
     */
    begin(program, activity) {
      pending.set(program, activity);
    },
    /** @param {string} program */
    finish(program) {
      if (!pending.delete(program)) return;
      write(`The ${program} is ready (${seconds()} s).`);
    },
    repeat,
    stop: () => clearInterval(timer),
  };
}
