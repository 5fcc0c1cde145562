import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { zipWorkbook } from "@/testing/zip-workbook";

it("reads files with only what a browser's worker has", async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./read-table.ts", import.meta.url))],
    alias: { "@": fileURLToPath(new URL("../..", import.meta.url)) },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "tables",
    write: false,
  });
  const worker = createContext({ TextDecoder, TextEncoder });
  runInContext(outputFiles[0]?.text ?? "", worker);
  const read = (bytes: Uint8Array) => {
    worker.bytes = bytes;
    return JSON.parse(String(runInContext("JSON.stringify(tables.readTable({ name: '', bytes }))", worker)));
  };
  const data = '<row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c><v>4.479E+11</v></c></row>';
  const rows = [{ number: 2, cells: ["447900000000"] }];
  expect(read(zipWorkbook({ sheets: [{ name: "Employees", data }] }))).toMatchObject({ rows });
  expect(read(new TextEncoder().encode("Name\n447900000000"))).toMatchObject({ rows });
});
