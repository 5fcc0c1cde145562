import { parseArgs } from "node:util";
import { type Environment, SettingError } from "@/lib/domain/settings/settings";
import { readSettings, type SandboxSettings } from "./config";
import { DEFAULT_SEED, SCENARIOS, type Scenario } from "./scenarios/generate-state";
import { SHIPPED_STORIES } from "./stories/shipped-stories";

const MAX_SEED = 2_147_483_647;

/** The options that are another spelling of a setting. */
const SETTINGS = {
  port: "SANDBOX_PORT",
  host: "HOST",
  key: "SANDBOX_API_KEY",
  data: "DATA_DIR",
  "webhook-url": "SANDBOX_WEBHOOK_URL",
  "webhook-secret": "SANDBOX_WEBHOOK_SECRET",
} as const;

export const HELP = `Usage: cardwell-sandbox [options]

A complete card issuer for development and tests. No account, no network, no real cards.

  --port 4010            where it listens
  --host 127.0.0.1       the address to listen on; 0.0.0.0 allows other machines
  --key sk_sandbox_…     the API key of the default world
  --data .data           the folder in which worlds survive a restart
  --memory               keeps nothing on disk
  --scenario demo        what new worlds start with: ${SCENARIOS.join(", ")}
  --story file.yaml      tells a story in the default world, which it replaces;
                         or one that ships:
${SHIPPED_STORIES.map((name) => `                         ${name}`).join("\n")}
  --seed ${DEFAULT_SEED}               the same seed gives the same world
  --webhook-url http…    where the events of the default world go
  --webhook-secret whsec_…
  --version, --help
`;

export type CommandLine =
  | { is: "help" }
  | { is: "version" }
  | {
      is: "start";
      /** `folder` is null if nothing is kept on disk. */
      settings: Omit<SandboxSettings, "folder"> & { folder: string | null };
      scenario: Scenario;
      seed: number;
      /** A file, or the name of a story that ships. */
      story: string | null;
    };

/** Throws one error with a sentence for each wrong option or setting. */
export function readCommandLine(args: readonly string[], environment: Environment): CommandLine {
  const {
    help,
    version,
    memory,
    scenario = "demo",
    seed = String(DEFAULT_SEED),
    story,
    ...options
  } = parse(args);
  if (help) return { is: "help" };
  if (version) return { is: "version" };
  const problems: string[] = [];
  if (!isScenario(scenario)) problems.push(`--scenario must be one of ${SCENARIOS.join(", ")}.`);
  if (!/^\d{1,10}$/.test(seed) || Number(seed) > MAX_SEED)
    problems.push(`--seed must be a whole number from 0 to ${MAX_SEED}.`);
  const settings = readOptions(options, environment, problems);
  if (!settings || !isScenario(scenario) || problems.length > 0) throw new SettingError(problems);
  const folder = memory ? null : settings.folder;
  return {
    is: "start",
    settings: { ...settings, folder },
    scenario,
    seed: Number(seed),
    story: story ?? null,
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        key: text,
        data: text,
        "webhook-url": text,
        "webhook-secret": text,
        scenario: text,
        seed: text,
        story: text,
        memory: flag,
        version: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\.\s/);
    throw new SettingError([`${sentence}. See --help.`]);
  }
}

function readOptions(
  options: { [Name in keyof typeof SETTINGS]?: string | undefined },
  environment: Environment,
  problems: string[],
): SandboxSettings | null {
  const given = Object.entries(SETTINGS).filter(
    ([name]) => options[name as keyof typeof SETTINGS] !== undefined,
  );
  const overrides = given.map(([name, setting]) => [setting, options[name as keyof typeof SETTINGS]]);
  try {
    return readSettings({ ...environment, ...Object.fromEntries(overrides) });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    // Named as they were given.
    const names = new Map(given.map(([name, setting]) => [`The setting ${setting} `, `--${name} `]));
    for (const problem of error.problems)
      problems.push([...names].reduce((text, [setting, name]) => text.replace(setting, name), problem));
    return null;
  }
}

function isScenario(text: string): text is Scenario {
  return (SCENARIOS as readonly string[]).includes(text);
}
