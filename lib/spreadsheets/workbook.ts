import { MAX_RELATIONSHIPS } from "./limits";
import { readPart } from "./read-part";
import { damaged, TableProblem } from "./table-problem";
import { findAttribute, type XmlAttributes } from "./xml-reader";
import type { ZipArchive } from "./zip-archive";

export type WorkbookSheet = { name: string; path: string; isHidden: boolean };

export type Workbook = {
  sheets: WorkbookSheet[];
  /** Days are counted from 1904 instead of 1900. */
  is1904: boolean;
  /** Undefined if it has none. */
  sharedStringsPath: string | undefined;
  stylesPath: string | undefined;
};

type Relationship = { type: string; path: string };

const PACKAGE_RELATIONSHIPS = "_rels/.rels";
/** Of text documents, presentations, and drawings. */
const OTHER_DOCUMENT = /^(word|ppt|visio)\//i;
const MAX_SHEETS = 1_000;
/** Excel's own limit. */
const MAX_NAME_LENGTH = 31;

export function openWorkbook(archive: ZipArchive): Workbook {
  const path = findWorkbook(archive);
  const relationships = readRelationships(archive, relationshipsOf(path), folderOf(path));
  const all = [...relationships.values()];
  const pathOf = (type: string) =>
    all.find((relationship) => relationship.type === type && archive.has(relationship.path))?.path;
  const workbook: Workbook = {
    sheets: [],
    is1904: false,
    sharedStringsPath: pathOf("sharedStrings"),
    stylesPath: pathOf("styles"),
  };
  readPart(archive, path, {
    open(name, attributes) {
      if (name === "workbookPr") workbook.is1904 = isTrue(attributes.date1904);
      if (name !== "sheet") return;
      if (workbook.sheets.length === MAX_SHEETS) throw damaged();
      const relationship = relationships.get(findAttribute(attributes, "id") ?? "");
      // A chart on a sheet of its own has no cells.
      if (relationship?.type === "worksheet")
        workbook.sheets.push({ ...readSheet(attributes), path: relationship.path });
    },
  });
  return workbook;
}

function readSheet({ name = "", state = "visible" }: XmlAttributes): Omit<WorkbookSheet, "path"> {
  const isCut = name.length > MAX_NAME_LENGTH;
  const shown = name.slice(0, MAX_NAME_LENGTH).toWellFormed().replace(/\p{C}/gu, " ");
  return { name: isCut ? `${shown}…` : shown, isHidden: state !== "visible" };
}

function findWorkbook(archive: ZipArchive): string {
  if (archive.has(PACKAGE_RELATIONSHIPS)) {
    const relationships = readRelationships(archive, PACKAGE_RELATIONSHIPS, "");
    for (const { type, path } of relationships.values()) {
      if (type !== "officeDocument") continue;
      if (/\.bin$/i.test(path))
        throw new TableProblem("This is a binary workbook (.xlsb). Save it as XLSX or CSV.");
      if (!OTHER_DOCUMENT.test(path)) return path;
    }
  }
  if (archive.has("mimetype") && archive.has("content.xml"))
    throw new TableProblem("This is an OpenDocument file (.ods). Save it as XLSX or CSV.");
  if (archive.has("index/document.iwa"))
    throw new TableProblem("This is a Numbers file. Export it as XLSX or CSV.");
  throw new TableProblem(
    "This isn’t a workbook. If it is a ZIP file, unzip it; otherwise save it as XLSX or CSV.",
  );
}

function readRelationships(archive: ZipArchive, path: string, folder: string): Map<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  readPart(archive, path, {
    open(name, { Id, Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || Id === undefined || TargetMode === "External") return;
      if (relationships.size === MAX_RELATIONSHIPS) throw damaged();
      relationships.set(Id, {
        type: Type.slice(Type.lastIndexOf("/") + 1),
        path: resolvePath(folder, Target),
      });
    },
  });
  return relationships;
}

/** `xl/workbook.xml` → `xl/_rels/workbook.xml.rels` */
function relationshipsOf(path: string): string {
  const folder = folderOf(path);
  return `${folder}_rels/${path.slice(folder.length)}.rels`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Only a name in the archive: nothing outside can be read. */
function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  const path = target.startsWith("/") ? target : folder + target;
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
