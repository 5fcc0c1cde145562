import "server-only";
import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { formatBytes } from "@/lib/domain/reports/report";
import { type Check, ok, problem } from "./check";
import { nearestFolder } from "./nearest-folder";

const MIN_FREE_BYTES = 1_000_000_000;
const MIN_FREE_SHARE = 0.05;

/** `readSpace` is for tests. */
export function createDiskSpaceCheck(readSpace = statfs): Check {
  return {
    title: "Disk space",
    needs: ["DATA_DIR"],
    run: async ({ env }) => {
      const folder = await nearestFolder(resolve(env.dataDir));
      const { free, total, isLow } = await readDiskSpace(folder, readSpace);
      const text = `${formatBytes(free)} of ${formatBytes(total)} are free in ${folder}.`;
      return isLow ? problem(text, "Free some space, or move DATA_DIR to a larger disk.") : ok(text);
    },
  };
}

/** In bytes. */
export async function readDiskSpace(
  folder: string,
  readSpace = statfs,
): Promise<{ free: number; total: number; isLow: boolean }> {
  const { bavail, blocks, bsize } = await readSpace(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  return { free, total, isLow: free < MIN_FREE_BYTES || free < total * MIN_FREE_SHARE };
}

export const diskSpace = createDiskSpaceCheck();
