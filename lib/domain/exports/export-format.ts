export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** CSV if none is given; null if there is no such format. */
export function parseExportFormat(text: string | null): ExportFormat | null {
  return EXPORT_FORMATS.find((format) => format === (text ?? "csv")) ?? null;
}
