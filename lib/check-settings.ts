import "server-only";
import { SettingError } from "@/lib/domain/settings";
import { env } from "@/lib/env";

/** A bad setting stops the start, with the sentence that names it, instead of somebody's page. */
export function checkSettings(): void {
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
