import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { diskReader } from "./disk";

const slot = processWide("env");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardwell-disk-"));
});
afterEach(async () => {
  slot.current = undefined;
  await rm(folder, { recursive: true, force: true });
});

it("reads the disk on which the data folder will be, because PostgreSQL needs none", async () => {
  slot.current = readEnv({
    NODE_ENV: "test",
    NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo",
    DATABASE_URL: "postgres://localhost/cards",
    DATA_DIR: join(folder, "not", "yet"),
  });
  await expect(diskReader.read(new Date())).resolves.toBeInstanceOf(Array);
});
