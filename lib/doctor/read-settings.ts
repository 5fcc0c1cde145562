import "server-only";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DashboardEnvironment } from "@/lib/domain/settings/dashboard-settings";
import { type Environment, SettingError } from "@/lib/domain/settings/settings";
import { type Env, readEnv } from "@/lib/env";

export type ReadSettings = {
  env: Env;
  /** One sentence for each problem. */
  problems: readonly string[];
  /** The settings that the sentences are about. */
  broken: ReadonlySet<string>;
};

/** For settings without which a live dashboard can't be described. Any other broken setting counts as unset. */
const PLACEHOLDERS: Record<string, () => string> = {
  CARD_API_URL: () => "https://issuer.invalid",
  CARD_API_KEY: randomSecret,
  NEXTAUTH_URL: () => "https://dashboard.invalid",
  NEXTAUTH_SECRET: randomSecret,
  WEBHOOK_SECRET: () => `whsec_${randomBytes(32).toString("base64")}`,
};

/** A replaced setting can make another one wrong. */
const MAX_ATTEMPTS = 10;

/** Reads all settings that can be read, so that one wrong setting doesn't hide other problems. */
export function readSettings(environment: Environment): ReadSettings {
  const problems = new Set<string>();
  const broken = new Set<string>();
  const settings: Record<string, string | undefined> = { ...environment };
  // Without it the sandbox would create a secret, and a check must change nothing.
  if (!settings.CARD_API_URL && !settings.NEXTAUTH_SECRET && !hasStoredSecret(environment))
    settings.NEXTAUTH_SECRET = randomSecret();
  for (let attempt = 1; ; attempt++) {
    try {
      return { env: readEnv(settings as NodeJS.ProcessEnv), problems: [...problems], broken };
    } catch (error) {
      if (!(error instanceof SettingError) || attempt > MAX_ATTEMPTS) throw error;
      const isFirst = problems.size === 0;
      for (const sentence of error.problems) {
        if (isFirst) problems.add(sentence);
        for (const name of namesIn(sentence, isFirst)) {
          broken.add(name);
          settings[name] = PLACEHOLDERS[name]?.();
        }
      }
    }
  }
}

/** The setting that the sentence is about; all that it names if replacing that one wasn't enough. */
function namesIn(sentence: string, isFirst: boolean): string[] {
  const names = sentence.match(/\b[A-Z][A-Z0-9_]+\b/g)?.filter((name) => name in DashboardEnvironment.shape);
  if (!names?.[0]) throw new Error(`Unexpected problem with a setting: ${sentence}`);
  return isFirst ? names.slice(0, 1) : names;
}

function hasStoredSecret({ DATA_DIR }: Environment): boolean {
  const folder = DashboardEnvironment.shape.DATA_DIR.safeParse(DATA_DIR || undefined);
  return folder.success && existsSync(join(folder.data, "secret"));
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
