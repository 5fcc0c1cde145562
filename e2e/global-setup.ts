import { join } from "node:path";
import { ensureBuilt } from "@/scripts/build.mjs";
import { startPostgres, WITHOUT_DURABILITY } from "@/scripts/embedded-postgres";
import { createProcessGroups } from "@/scripts/process-groups.mjs";
import { startSandboxProcess } from "./fixtures/sandbox-process";

/**
 * Runs once before the workers start: all of them serve this build, create their databases on this server, and have
 * worlds of their own in this sandbox.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "..");
  await ensureBuilt(root, createProcessGroups({ cwd: root, env: () => process.env }));
  const postgres = await startPostgres({ postgresFlags: WITHOUT_DURABILITY });
  process.env.E2E_POSTGRES_URL = postgres.url;
  const sandbox = await startSandboxProcess();
  process.env.E2E_SANDBOX_URL = sandbox.url;
  return async () => {
    await sandbox.stop();
    await postgres.stop();
  };
}
