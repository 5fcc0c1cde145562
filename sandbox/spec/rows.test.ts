import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { TABLES } from "./rows";

test("every table of the spec is tested in exactly one file", async () => {
  const folder = new URL(".", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".test.ts"));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const described = [...texts.join("\n").matchAll(/describeRows\("([^"]+)"/g)].map(([, table]) => table);
  expect(described.sort()).toEqual([...TABLES].sort());
});
