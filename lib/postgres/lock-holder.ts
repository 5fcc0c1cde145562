import { lockFolder } from "./folder-lock";

// Test support: a process of its own that takes and gives back the locks of folders when it is told to.

export type Command = { take: string } | { release: true };
export type Answer = { ready: true } | { taken: true } | { refused: string } | { released: true };

let held: { release(): Promise<void> } | null = null;

process.on("message", async (command: Command) => {
  if ("release" in command) {
    await held?.release();
    held = null;
    return answer({ released: true });
  }
  try {
    held = await lockFolder(command.take);
    answer({ taken: true });
  } catch (error) {
    answer({ refused: String(error) });
  }
});
process.on("disconnect", () => process.exit());
answer({ ready: true });

function answer(message: Answer): void {
  process.send?.(message);
}
