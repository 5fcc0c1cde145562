import { parentPort, workerData } from "node:worker_threads";
import { startPglite } from "./pglite-engine.mjs";

// Runs in a worker thread. Each message is the port of a new connection; null closes the database and ends the thread.

const engine = await startPglite(workerData);
parentPort?.on("message", async (/** @type {import("node:worker_threads").MessagePort | null} */ port) => {
  if (port) return engine.connect(port);
  await engine.close();
  process.exit();
});
parentPort?.postMessage("ready");
