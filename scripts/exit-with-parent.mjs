// Loaded before Next.js: its channel to the launcher closes when the launcher is gone, even by kill -9.
if (process.connected) process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
