import type { Database } from "@/lib/postgres/database";
import type { Clock } from "./clock";
import type { SandboxConfig } from "./config";
import type { Deliveries } from "./webhooks/deliveries";

/** What every route of the issuer stands on. */
export type Sandbox = {
  db: Database;
  clock: Clock;
  config: SandboxConfig;
  deliveries: Deliveries;
};
