import { lockFolder } from "./folder-lock";

// Test support: a separate process that takes and releases folder locks on command.

export type Command = { take: string } | { release: true };
export type Reply = { ready: true } | { taken: true } | { rejected: string } | { released: true };

let lock: { release(): Promise<void> } | null = null;

process.on("message", async (command: Command) => {
  if ("release" in command) {
    await lock?.release();
    lock = null;
    return reply({ released: true });
  }
  try {
    lock = await lockFolder(command.take);
    reply({ taken: true });
  } catch (error) {
    reply({ rejected: String(error) });
  }
});
process.on("disconnect", () => process.exit());
reply({ ready: true });

function reply(message: Reply): void {
  process.send?.(message);
}
