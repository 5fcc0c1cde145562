"use client";

import Download from "lucide-react/icons/download";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { ButtonSize } from "@/components/ui/buttons/button-style";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Spinner } from "@/components/ui/messages/spinner";
import type { ExportProgress } from "@/lib/client/run-export";
import { toast } from "@/lib/client/toast";
import type { ExportFormat } from "@/lib/domain/exports/export-format";
import { countOf, formatCount } from "@/lib/domain/money/numbers";

type ExportButtonProps = {
  /** Returns the complete CSV file and, without a body, also works as a plain link. */
  href: string;
  /** Says what to export, if it doesn't fit into the URL. */
  body?: unknown;
  /** Of the CSV file. */
  fileName: string;
  /** The number of rows, if known. */
  total: number | null;
  /** What the CSV file is, if not the list. */
  label?: string;
  /** For screen readers. */
  excelLabel?: string;
  size?: ButtonSize;
};

type ExportedFile = { format: ExportFormat; href: string; fileName: string };

const LARGE_FILE_ROWS = 50_000;

/** Exports all pages of the list as CSV or for Excel, with progress and a cancel button. */
export function ExportButton({
  href,
  body,
  fileName,
  total,
  label = "Export CSV",
  excelLabel = "Export Excel",
  size: buttonSize = "normal",
}: ExportButtonProps) {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const runningExport = useRef<AbortController>(undefined);
  useEffect(() => () => runningExport.current?.abort(), []);

  async function run(event: MouseEvent, file: ExportedFile) {
    // With a modifier key the browser downloads the file itself.
    if (body === undefined && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    const controller = new AbortController();
    runningExport.current = controller;
    setProgress({ rows: null, size: "" });
    await import("./export-file")
      .then(({ exportFile }) =>
        exportFile({
          ...file,
          body,
          isLarge: (total ?? 0) > LARGE_FILE_ROWS,
          signal: controller.signal,
          onProgress: setProgress,
        }),
      )
      .catch(() => toast({ title: "Export failed", detail: "It’s safe to try again.", tone: "bad" }));
    setProgress(null);
  }

  if (progress === null) {
    const csv = { format: "csv", href, fileName } as const;
    const xlsx = {
      format: "xlsx",
      href: `${href}${href.includes("?") ? "&" : "?"}format=xlsx`,
      fileName: fileName.replace(/csv$/, "xlsx"),
    } as const;
    const part = (file: ExportedFile) => ({
      size: buttonSize,
      onClick: (event: MouseEvent) => void run(event, file),
    });
    const first = {
      ...part(csv),
      className: "rounded-r-none focus-visible:z-1",
      icon: <Download className="size-3.5" aria-hidden="true" />,
    };
    const second = {
      ...part(xlsx),
      className: "-ml-px rounded-l-none focus-visible:z-1",
      "aria-label": excelLabel,
    };
    const link = (file: ExportedFile) => ({ href: file.href, prefetch: false, download: file.fileName });
    return (
      <div className="flex">
        {body === undefined ? (
          <>
            <LinkButton {...link(csv)} {...first}>
              {label}
            </LinkButton>
            <LinkButton {...link(xlsx)} {...second}>
              Excel
            </LinkButton>
          </>
        ) : (
          <>
            <Button {...first}>{label}</Button>
            <Button {...second}>Excel</Button>
          </>
        )}
      </div>
    );
  }
  const { rows, size } = progress;
  return (
    <div className="flex items-center gap-2">
      <span className="flex items-center gap-2 text-ink-2">
        <Spinner />
        <progress
          className="sr-only"
          aria-label="Export"
          value={rows ?? undefined}
          max={total ?? undefined}
        />
        {rows === null || total === null || total < rows
          ? size
          : `${formatCount(rows)} of ${countOf(total, "row")}`}
      </span>
      <Button size={buttonSize} onClick={() => runningExport.current?.abort()}>
        Cancel export
      </Button>
    </div>
  );
}
