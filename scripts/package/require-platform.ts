import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "@/scripts/user-error.mjs";

const MIN_NODE = [20, 9] as const;

/** A package contains native code for the platform that it was made on (scripts/package/create-package.mjs). */
export function requirePlatform(
  root: string,
  { platform, arch, versions }: Pick<NodeJS.Process, "platform" | "arch" | "versions"> = process,
): void {
  const { os, cpu } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (!os.includes(platform) || !cpu.includes(arch))
    throw new UserError(
      `This package is for ${os} on ${cpu}, not for ${platform} on ${arch}. Make one there: npm run package`,
    );
  const [major = 0, minor = 0] = versions.node.split(".").map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    throw new UserError(`Cardwell needs Node.js ${MIN_NODE.join(".")} or newer, not ${versions.node}.`);
}
