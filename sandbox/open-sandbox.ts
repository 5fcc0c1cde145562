import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { Clock } from "./clock";
import type { SandboxConfig } from "./config";
import type { Sandbox } from "./sandbox";
import { DEFAULT_SEED, resetWorld, type Scenario } from "./scenarios/reset-world";
import { MIGRATIONS } from "./store/migrations";
import { findWorld } from "./store/world";
import { Deliveries } from "./webhooks/deliveries";

export type OpenSandbox = Sandbox & { close(): Promise<void> };

/** Opens the issuer's database, seeds it if it is empty, and resumes webhook delivery. */
export async function openSandbox(location: DatabaseLocation, config: SandboxConfig): Promise<OpenSandbox> {
  return openSandboxOn(await openDatabase(location), config);
}

/** Takes ownership of `db`: closing the sandbox closes it. */
export async function openSandboxOn(
  db: Database,
  config: SandboxConfig,
  initialScenario: Scenario = "demo",
): Promise<OpenSandbox> {
  const clock = new Clock();
  const deliveries = new Deliveries({ db, clock, config });
  try {
    await migrate(db.pool, MIGRATIONS);
    const world = await findWorld(db.pool);
    if (world) clock.offsetMs = world.clockOffsetMs;
    else await resetWorld({ db, clock, config }, { scenario: initialScenario, seed: DEFAULT_SEED });
    deliveries.start();
  } catch (error) {
    await db.close();
    throw error;
  }
  const close = async () => {
    await deliveries.stop();
    await db.close();
  };
  return { db, clock, config, deliveries, close };
}
