"use client";

import Download from "lucide-react/icons/download";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { RETRY_TEXT } from "@/components/ui/messages/error-text";
import { Spinner } from "@/components/ui/messages/spinner";
import type { ExportOutcome } from "@/lib/client/run-export";
import { type ToastMessage, toast } from "@/lib/client/toast";
import { countOf, formatCount } from "@/lib/domain/money/numbers";

type ExportButtonProps = {
  /** Returns the complete file and also works as a plain link. */
  href: string;
  fileName: string;
  /** The number of rows, if known. */
  total: number | null;
};

const LARGE_FILE_ROWS = 50_000;

/** Exports all pages of the list, with progress and a cancel button. */
export function ExportButton({ href, fileName, total }: ExportButtonProps) {
  const [rows, setRows] = useState<number | null>(null);
  const runningExport = useRef<AbortController>(undefined);
  useEffect(() => () => runningExport.current?.abort(), []);

  async function run(event: MouseEvent) {
    // With a modifier key the browser downloads the file itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const controller = new AbortController();
    runningExport.current = controller;
    setRows(0);
    const outcome = await import("@/lib/client/run-export")
      .then(({ runExport }) =>
        runExport({
          href,
          fileName,
          isLarge: (total ?? 0) > LARGE_FILE_ROWS,
          signal: controller.signal,
          onProgress: setRows,
        }),
      )
      .catch((): ExportOutcome => ({ is: "interrupted", rows: 0 }));
    setRows(null);
    toast(exportToast(outcome, fileName));
  }

  if (rows === null) {
    return (
      <LinkButton
        href={href}
        prefetch={false}
        download={fileName}
        onClick={run}
        icon={<Download className="size-3.5" aria-hidden="true" />}
      >
        Export CSV
      </LinkButton>
    );
  }
  return (
    <div className="flex items-center gap-2">
      <span className="flex items-center gap-2 text-ink-2">
        <Spinner />
        <progress className="sr-only" aria-label="Export" value={rows} max={total ?? undefined} />
        {total === null || total < rows
          ? countOf(rows, "row")
          : `${formatCount(rows)} of ${countOf(total, "row")}`}
      </span>
      <Button onClick={() => runningExport.current?.abort()}>Cancel export</Button>
    </div>
  );
}

function exportToast(outcome: ExportOutcome, fileName: string): ToastMessage {
  switch (outcome.is) {
    case "saved":
      return {
        title: `Exported ${countOf(outcome.rows, "row")}`,
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
        title: `Export failed after ${countOf(outcome.rows, "row")}`,
        detail: "The file was incomplete, so it wasn’t saved. It’s safe to try again.",
        tone: "bad",
        timeoutMs: 0,
      };
  }
}
