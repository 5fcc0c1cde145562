import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { Clock } from "./clock";
import type { SandboxConfig } from "./config";
import type { Sandbox } from "./sandbox";
import { resetWorld, type Scenario } from "./scenarios/reset-world";
import { MIGRATIONS } from "./store/migrations";
import { findWorld } from "./store/world";
import { Deliveries } from "./webhooks/deliveries";

export type OpenSandbox = Sandbox & { close(): Promise<void> };

/** Opens the issuer's data, makes its first world when there is none, and goes on delivering webhooks. */
export async function openSandbox(location: DatabaseLocation, config: SandboxConfig): Promise<OpenSandbox> {
  return openSandboxOn(await openDatabase(location), config);
}

/** The same on a database that is already open; it is closed with the sandbox. */
export async function openSandboxOn(
  db: Database,
  config: SandboxConfig,
  firstScenario: Scenario = "demo",
): Promise<OpenSandbox> {
  const clock = new Clock();
  const deliveries = new Deliveries({ db, clock, config });
  try {
    await migrate(db.pool, MIGRATIONS);
    const world = await findWorld(db.pool);
    if (world) clock.offsetMs = world.clockOffsetMs;
    else await resetWorld({ db, clock, config }, { scenario: firstScenario, seed: 1 });
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
