const REPEAT_MS = 10_000;

/**
 * Says what a start is waiting for, so that a slow one does not look like a hang.
 * @param {{ write?: (line: string) => void, now?: () => number }} [options]
 */
export function createProgress({ write = console.log, now = Date.now } = {}) {
  const startedAt = now();
  /** @type {Map<string, string>} what is waited for, by program */
  const waiting = new Map();
  const seconds = () => Math.round((now() - startedAt) / 1000);
  const repeat = () => {
    for (const what of waiting.values()) write(`Still ${what}… (${seconds()} s)`);
  };
  const timer = setInterval(repeat, REPEAT_MS);
  timer.unref();
  return {
    /**
     * @param {string} program
     * @param {string} what in the -ing form: "compiling the first page"
     */
    begin(program, what) {
      waiting.set(program, what);
    },
    /** @param {string} program */
    finish(program) {
      if (!waiting.delete(program)) return;
      write(`The ${program} is ready (${seconds()} s).`);
    },
    repeat,
    stop: () => clearInterval(timer),
  };
}
