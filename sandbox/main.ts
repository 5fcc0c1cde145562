import { SettingError } from "@/lib/domain/settings/settings";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { HELP, readCommandLine } from "./command-line";
import { version } from "./package/package.json";
import { type Served, serveSandbox } from "./serve";
import { JournalError } from "./store/journal";
import { StoryError } from "./stories/read-story";
import { runShippedStory, runStoryFile } from "./stories/run-story-file";
import { SHIPPED_STORIES } from "./stories/shipped-stories";
import { welcome } from "./welcome";

try {
  const command = readCommandLine(process.argv.slice(2), process.env);
  if (command.is === "help") console.log(HELP);
  else if (command.is === "version") console.log(version);
  else await start(command);
} catch (error) {
  if ([SettingError, FolderInUseError, JournalError, StoryError].some((kind) => error instanceof kind))
    fail((error as Error).message);
  throw error;
}

async function start({
  settings,
  scenario,
  seed,
  story,
}: Extract<ReturnType<typeof readCommandLine>, { is: "start" }>) {
  const { host, hosts, port, folder, warnings, ...config } = settings;
  for (const warning of warnings) console.warn(warning);
  const served = await serveSandbox({
    config,
    folder,
    scenario,
    seed,
    host,
    hosts,
    port,
    ...(story !== null && { prepare: (served) => tell(story, served) }),
  }).catch((error) => {
    if (error.code === "EADDRINUSE")
      fail(`Port ${port} is already in use. Choose another with --port or SANDBOX_PORT.`);
    throw error;
  });
  console.log(`Sandbox ready on ${served.url}`);
  // The start script has a banner of its own.
  if (!process.send) console.log(welcome({ url: served.url, key: config.apiKey, folder }));
  stopOnSignal(served);
}

async function tell(story: string, { url: origin, worlds }: Pick<Served, "url" | "worlds">): Promise<void> {
  const run = SHIPPED_STORIES.includes(story) ? runShippedStory : runStoryFile;
  await run(story, { worlds, origin });
}

function stopOnSignal(served: Served): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await served.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The start script that would stop us has exited.
  process.on("disconnect", stop);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
