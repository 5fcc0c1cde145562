"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Spinner } from "@/components/ui/messages/spinner";
import { Panel } from "@/components/ui/panel";
import { getJson, toRequestError } from "@/lib/client/request";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";
import type { AppError } from "@/lib/domain/result";

/** Without a file name if they were typed or pasted. */
export type StoredRows = { fileName: string | null; rows: IssueRow[] };

/** Reads the rows of a plan once, because each read is audited. */
export function PlanRows({ runId, onRead }: { runId: string; onRead: (rows: StoredRows) => void }) {
  const [error, setError] = useState<AppError | null>(null);
  const finish = useEffectEvent(onRead);
  useEffect(() => {
    const reading = new AbortController();
    getJson<StoredRows>(`/api/bulk/${runId}/rows`, reading.signal).then(
      (rows) => !reading.signal.aborted && finish(rows),
      (thrown) => !reading.signal.aborted && setError(toRequestError(thrown)),
    );
    return () => reading.abort();
  }, [runId]);
  if (error) return <ErrorState error={error} />;
  return (
    <Panel>
      <p role="status" className="flex items-center gap-2">
        <Spinner /> Opening the rows…
      </p>
    </Panel>
  );
}
