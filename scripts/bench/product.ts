import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { findFreePorts } from "@/scripts/ports.mjs";
import { startNode } from "./programs";

const ROOT = join(import.meta.dirname, "..", "..");

/** Starts the dashboard and the sandbox as `npm start` does, with new data, and signs a manager in. */
export async function startProduct() {
  const [port = "", sandboxPort = ""] = (await findFreePorts(2)).map(String);
  const origin = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "cardwell-bench-"));
  const program = await startNode([join(ROOT, "scripts/start.mjs")], {
    cwd: ROOT,
    env: { PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    readyUrl: `${origin}/api/health/ready`,
  });
  const stop = async () => {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const manager = await request.newContext({ baseURL: origin });
    await signInWithRole(manager, "manager");
    await waitForFirstFill(manager);
    const readCookie = async () => {
      const { cookies } = await manager.storageState();
      return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    };
    return { origin, manager, readCookie, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** While the index is being filled, it competes with the pages. */
async function waitForFirstFill(visitor: APIRequestContext): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const { cards, transactions } = await (await visitor.get("/api/index-state")).json();
    if (cards.isFilled && transactions.isFilled) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The index was not filled in time");
}
