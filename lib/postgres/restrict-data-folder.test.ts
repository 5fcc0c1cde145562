import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { restrictDataFolder } from "./restrict-data-folder";

let dataDir: string;
const modeOf = async (...names: string[]) => ((await stat(join(dataDir, ...names))).mode & 0o777).toString(8);

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cardwell-data-"));
  for (const name of ["dashboard", "sandbox"]) await mkdir(join(dataDir, name), { mode: 0o755 });
  await writeFile(join(dataDir, "secret"), "s", { mode: 0o644 });
  await writeFile(join(dataDir, "dashboard.lock"), "{}", { mode: 0o644 });
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("a data folder that everyone can read", () => {
  it("is restricted to its owner, including its secrets, and reported", async () => {
    expect(await restrictDataFolder(dataDir)).toEqual([
      { path: dataDir, was: "755" },
      { path: join(dataDir, "dashboard"), was: "755" },
      { path: join(dataDir, "sandbox"), was: "755" },
      { path: join(dataDir, "secret"), was: "644" },
    ]);
    expect(await modeOf()).toBe("700");
    for (const name of ["dashboard", "sandbox"]) expect(await modeOf(name)).toBe("700");
    expect(await modeOf("secret")).toBe("600");
    expect(await restrictDataFolder(dataDir)).toEqual([]);
  });

  it("keeps its permissions if it has other contents; only our own files are restricted", async () => {
    await mkdir(join(dataDir, "website"), { mode: 0o755 });
    await restrictDataFolder(dataDir);
    expect(await modeOf()).toBe("755");
    expect(await modeOf("website")).toBe("755");
    expect(await modeOf("dashboard")).toBe("700");
    expect(await modeOf("secret")).toBe("600");
  });

  it("may not exist yet", async () => {
    expect(await restrictDataFolder(join(dataDir, "none"))).toEqual([]);
  });
});
