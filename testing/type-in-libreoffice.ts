import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { columnName } from "@/lib/domain/exports/column-name";
import { findLibreOffice } from "@/scripts/libreoffice.mjs";

type Typed = { row: number; cells: readonly string[] };

/** Lets LibreOffice open a workbook, type a row into its first sheet as a person would, and save it. */
export async function typeInLibreOffice(file: Uint8Array, typed: Typed): Promise<Buffer> {
  const program = findLibreOffice();
  if (!program) throw new Error("LibreOffice is missing: npm test -- office installs it.");
  const folder = await mkdtemp(join(tmpdir(), "cardwell-office-"));
  const profile = join(folder, "profile");
  const [opened, saved] = [join(folder, "opened.xlsx"), join(folder, "saved.xlsx")];
  const run = (...args: string[]) =>
    promisify(execFile)(program, [`-env:UserInstallation=${pathToFileURL(profile)}`, "--headless", ...args], {
      timeout: 100_000,
    });
  try {
    await writeFile(opened, file);
    // The first start creates the profile, and would replace a macro that is already there.
    await run("--terminate_after_init");
    const module = join(profile, "user", "basic", "Standard", "Module1.xba");
    await writeFile(module, moduleXml(macro(opened, saved, typed)));
    await run("macro:///Standard.Module1.Main");
    return await readFile(saved);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Enters each cell as the keyboard does. A cell's own methods would ignore that it is one for text. */
function macro(opened: string, saved: string, { row, cells }: Typed): string {
  const url = (path: string) => quote(pathToFileURL(path).href);
  const property = (name: string, property: string, value: string) => [
    `  Dim ${name}(0) As New com.sun.star.beans.PropertyValue`,
    `  ${name}(0).Name = "${property}"`,
    `  ${name}(0).Value = ${value}`,
  ];
  return [
    "Sub Main",
    ...property("hidden", "Hidden", "True"),
    ...property("cell", "ToPoint", '""'),
    ...property("typed", "StringName", '""'),
    ...property("format", "FilterName", '"Calc MS Excel 2007 XML"'),
    `  document = StarDesktop.loadComponentFromURL(${url(opened)}, "_blank", 0, hidden())`,
    "  frame = document.CurrentController.Frame",
    '  keyboard = createUnoService("com.sun.star.frame.DispatchHelper")',
    ...cells.flatMap((text, column) => [
      `  cell(0).Value = "${columnName(column)}${row}"`,
      `  typed(0).Value = ${quote(text)}`,
      '  keyboard.executeDispatch(frame, ".uno:GoToCell", "", 0, cell())',
      '  keyboard.executeDispatch(frame, ".uno:EnterString", "", 0, typed())',
    ]),
    `  document.storeToURL(${url(saved)}, format())`,
    "  document.close(True)",
    "  StarDesktop.terminate()",
    "End Sub",
  ].join("\n");
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function moduleXml(code: string): string {
  const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${escaped}</script:module>`;
}
