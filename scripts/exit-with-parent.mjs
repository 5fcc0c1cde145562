// Loaded before Next.js. The IPC channel closes when the parent process is gone, even after kill -9.
const STOP_TIMEOUT_MS = 10_000;

if (process.connected)
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    // Next waits for open requests, which might never end.
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  });
