// Loaded before Next.js: its channel to whoever started it closes when that is gone, even by kill -9.
const STOP_LIMIT_MS = 10_000;

if (process.connected)
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    // Next waits for requests that are under way, and one of them may never end.
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  });
