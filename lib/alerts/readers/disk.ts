import "server-only";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Reader } from "@/lib/alerts/finding";
import { readDiskSpace } from "@/lib/doctor/disk-space-check";
import { nearestFolder } from "@/lib/doctor/nearest-folder";
import { formatBytes } from "@/lib/domain/reports/report";
import { env } from "@/lib/env";

export const diskReader: Reader = {
  conditions: ["disk-full"],
  async read() {
    const { free, total, isLow } = await readDiskSpace(await nearestFolder(resolve(env().dataDir)));
    if (!isLow) return [];
    const detail = `${formatBytes(free)} of ${formatBytes(total)} are free where DATA_DIR is.`;
    return [{ condition: "disk-full", subject: hostname(), detail }];
  },
};
