import { RETRY_TEXT } from "@/components/ui/messages/error-text";
import { type ExportOptions, type ExportOutcome, runExport } from "@/lib/client/run-export";
import { type ToastMessage, toast } from "@/lib/client/toast";

/** Loaded when someone exports. */
export async function exportFile(options: ExportOptions): Promise<void> {
  toast(exportToast(await runExport(options), options.fileName));
}

function exportToast(outcome: ExportOutcome, fileName: string): ToastMessage {
  switch (outcome.is) {
    case "saved":
      return {
        title: `Exported ${outcome.size}`,
        detail: `Saved as ${fileName}.`,
      };
    case "canceled":
      return { title: "Export canceled", detail: "No file was saved.", tone: "neutral" };
    case "rejected": {
      const { message, retry } = outcome.error;
      const advice = /\btry(ing)? again\b/i.test(message) ? "" : ` ${RETRY_TEXT[retry]}`;
      return { title: "Export failed", detail: `${message}${advice}`, tone: "bad", timeoutMs: 0 };
    }
    case "interrupted":
      return {
        title: `Export failed after ${outcome.size}`,
        detail: "The file was incomplete, so it wasn’t saved. It’s safe to try again.",
        tone: "bad",
        timeoutMs: 0,
      };
  }
}
