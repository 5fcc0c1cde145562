import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Environment } from "@/lib/domain/settings/settings";
import type { Database } from "@/lib/postgres/database";
import { auditLog } from "./audit-log-check";
import { type Check, type Context, type Finding, problem, skipped } from "./check";
import { databaseCheck } from "./database-check";
import { diskSpace } from "./disk-space-check";
import { filePermissions } from "./file-permissions-check";
import { issuerChecks } from "./issuer-check";
import { mailServer } from "./mail-server-check";
import { migrationsCheck } from "./migrations-check";
import { openExisting } from "./open-existing";
import { publicAddressChecks } from "./public-address-check";
import { readSettings } from "./read-settings";
import { secretsCheck } from "./secrets-check";
import { nodeVersion, postgresVersion } from "./versions-check";

const TIMEOUT_MS = 20_000;

const CHECKS: readonly Check[] = [
  nodeVersion,
  secretsCheck,
  filePermissions,
  diskSpace,
  databaseCheck,
  postgresVersion,
  migrationsCheck,
  auditLog,
  ...issuerChecks,
  ...publicAddressChecks,
  mailServer,
];

export type Result = { title: string } & Finding;

/** Runs all checks, each with a timeout. One that fails or hangs doesn't affect the others. */
export async function runChecks(
  environment: Environment,
  { timeoutMs = TIMEOUT_MS, checks = CHECKS }: { timeoutMs?: number; checks?: readonly Check[] } = {},
): Promise<Result[]> {
  const { env, problems, broken } = readSettings(environment);
  let opened: Promise<Database> | undefined;
  const context: Context = {
    env,
    brokenSettings: broken,
    openDatabase() {
      opened ??= openExisting(env.database);
      return opened;
    },
  };
  const settings: Result[] =
    problems.length > 0
      ? problems.map((text) => ({ title: "Settings", ...problem(text, "Correct it and run this again.") }))
      : [{ title: "Settings", is: "ok", text: `All can be read. The issuer is ${describeIssuer(context)}.` }];
  const results = await Promise.all(
    checks.map(async (check) => ({ title: check.title, ...(await runCheck(check, context, timeoutMs)) })),
  );
  await closeWithin(opened, timeoutMs);
  return [...settings, ...results];
}

function describeIssuer({ env }: Context): string {
  return env.mode === "sandbox" ? "the sandbox" : env.issuer.url;
}

async function runCheck(check: Check, context: Context, timeoutMs: number): Promise<Finding> {
  const [broken] = check.needs.filter((name) => context.brokenSettings.has(name));
  if (broken) return skipped(`Not checked, because ${broken} can’t be used.`);
  const stop = new AbortController();
  try {
    return await Promise.race([
      check.run(context),
      pause(timeoutMs, null, { signal: stop.signal }).then(() =>
        problem(
          `No answer within ${Math.round(timeoutMs / 1000)} seconds.`,
          "Check the network and the load of the machines involved.",
        ),
      ),
    ]);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    const name = error instanceof Error ? error.name : "Error";
    // Its message may quote a setting.
    return problem(`The check itself failed: ${name}${code}.`, "Report this with the versions above.");
  } finally {
    stop.abort();
  }
}

async function closeWithin(opened: Promise<Database> | undefined, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  const closed = opened?.then((db) => db.close()).catch(() => undefined);
  await Promise.race([closed, pause(timeoutMs, null, { signal: stop.signal, ref: false })]);
  stop.abort();
}
