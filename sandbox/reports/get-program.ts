import type { Sandbox } from "@/sandbox/sandbox";
import { getWorld } from "@/sandbox/store/world";
import type { ReportProgram } from "./report";

export async function getProgram({ db, config }: Sandbox): Promise<ReportProgram> {
  const { initialBalance, seed } = await getWorld(db.pool);
  return { db: db.pool, currency: config.currency, initialBalance, seed };
}
