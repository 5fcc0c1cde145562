import type { Database } from "@/lib/postgres/database";
import type { Clock } from "./clock";
import type { SandboxConfig } from "./config";
import type { Deliveries } from "./webhooks/deliveries";

/** The dependencies of every route. */
export type Sandbox = {
  db: Database;
  clock: Clock;
  config: SandboxConfig;
  deliveries: Deliveries;
};
