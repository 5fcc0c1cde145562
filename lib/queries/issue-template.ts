import "server-only";
import { ACCESS_DENIED, permit } from "@/lib/auth/permit";
import { readRequestInfo } from "@/lib/auth/request-info";
import { issueTemplate, RULE_COLUMNS, TEMPLATE_TYPES } from "@/lib/domain/issue-rows/template";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { errorResponse } from "./define-route";
import { exportResponse, fileResponse, readExportFormat, unknownFormat } from "./export-response";

/** An empty table of cards to issue. It has no data, so downloading it is not audited. */
export async function downloadIssueTemplate(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const attempt = { action: ACCESS_DENIED, message: "Download a template" };
  const permitted = await permit("bulk.run", attempt, info);
  if (!permitted.ok) return errorResponse(permitted.error);
  const format = readExportFormat(request);
  if (!format) return errorResponse(unknownFormat(info.requestId));
  const type = new URL(request.url).searchParams.get("type") ?? "";
  const customers = Object.hasOwn(TEMPLATE_TYPES, type) ? TEMPLATE_TYPES[type] : undefined;
  if (!customers) {
    const message = "Choose consumer or business as the type.";
    return errorResponse({ code: "invalid", message, requestId: info.requestId, retry: "never" });
  }
  const { columns, example, rules } = issueTemplate(customers);
  const cards = { name: "Cards", columns, batches: [[example]], isToFillIn: true };
  const fileName = `cards-to-issue-${type}.${format}`;
  if (format === "csv") return exportResponse(fileName, format, cards);
  return fileResponse(
    fileName,
    format,
    writeXlsx([cards, { name: "Rules", columns: RULE_COLUMNS, batches: [rules] }]),
  );
}
