"use client";

import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { countOf } from "@/lib/domain/money/numbers";
import type { CoverageCell } from "@/lib/domain/reports/coverage";
import { SelectionTotals } from "./selection-totals";

type SelectionBarProps = { cells: readonly CoverageCell[]; canDownload: boolean; onClear: () => void };

/** What can be done with the selected files together. */
export function SelectionBar({ cells, canDownload, onClear }: SelectionBarProps) {
  const [showsTotals, setShowsTotals] = useState(false);
  const ids = cells.flatMap(({ reportId }) => (reportId === null ? [] : [reportId])).join(",");
  return (
    <section aria-label="Selected files" className="rounded-panel border border-accent-line bg-accent-soft">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <p role="status" className="mr-auto font-medium">
          {countOf(cells.length, "file")} selected
        </p>
        <Button size="small" aria-expanded={showsTotals} onClick={() => setShowsTotals(!showsTotals)}>
          {showsTotals ? "Hide totals" : "Show totals"}
        </Button>
        {canDownload && (
          <a
            href={`/api/reports/archive?ids=${ids}`}
            download
            className={buttonStyle({ tone: "primary", size: "small" })}
          >
            <Download strokeWidth={1.75} className="size-4" aria-hidden="true" />
            Download ZIP
          </a>
        )}
        <Button size="small" tone="ghost" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {showsTotals && <SelectionTotals ids={ids} />}
    </section>
  );
}
