import "server-only";
import { database } from "@/lib/db/database";
import { log } from "@/lib/log";

/** Whether this process can serve: its database answers. Says nothing of the issuer, whose absence we survive. */
export async function isReady(): Promise<boolean> {
  try {
    const { pool } = await database();
    await pool.query("select 1");
    return true;
  } catch (error) {
    log().error({ err: error }, "not ready");
    return false;
  }
}
