import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { database, NoDashboardDatabaseError, openExistingDatabase } from "./database";
import { MovedDatabaseError, markMovedFolder } from "./moved-folder";
import { UnfinishedLoadError, unfinishedFolder } from "./unfinished-load";

const slot = processWide("env");

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cardwell-database-"));
  folder = join(dataDir, "dashboard");
  slot.current = readEnv({ NODE_ENV: "test", DATA_DIR: dataDir });
});
afterEach(async () => {
  slot.current = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

it("doesn’t create an empty database in the place of one whose restore has crashed", async () => {
  await mkdir(unfinishedFolder(folder));
  await expect(database()).rejects.toThrow(UnfinishedLoadError);
  await expect(database()).rejects.toThrow("This database has an unfinished restore.");
  expect(existsSync(folder)).toBe(false);
});

it("opens the database that is there, whatever is next to it", async () => {
  await mkdir(unfinishedFolder(folder));
  await mkdir(folder);
  // No engine opens this: it is only asked to.
  await writeFile(join(folder, "PG_VERSION"), "1\n");
  await expect(database()).rejects.not.toThrow(UnfinishedLoadError);
});

describe("after a move to PostgreSQL", () => {
  const to = { url: "postgres://cardwell:hunter2@db.example.com:5432/cards?password=hunter3" };

  it("opens neither the old copy nor an empty database in its place, and says where the data went", async () => {
    await markMovedFolder(folder, to);
    for (const open of [database, openExistingDatabase]) {
      await expect(open()).rejects.toThrow(MovedDatabaseError);
      await expect(open()).rejects.toThrow(
        `The database ${folder} was moved to cards on db.example.com:5432. Set DATABASE_URL to that database, or remove the file ${folder}.moved to go on with the old copy.`,
      );
    }
    expect(existsSync(folder)).toBe(false);
    expect(await readFile(`${folder}.moved`, "utf8")).not.toContain("hunter");
  });

  it("takes back the mark of a failed move, but not of the one before", async () => {
    await (await markMovedFolder(folder, to))();
    expect(existsSync(`${folder}.moved`)).toBe(false);
    await markMovedFolder(folder, to);
    await (await markMovedFolder(folder, { url: "postgres://other/again" }))();
    await expect(database()).rejects.toThrow("moved to cards on db.example.com:5432.");
  });

  it("opens the old copy once the mark is removed", async () => {
    await markMovedFolder(folder, to);
    await rm(`${folder}.moved`);
    // Without a folder, there is nothing to open.
    await expect(openExistingDatabase()).rejects.toThrow(NoDashboardDatabaseError);
  });
});
