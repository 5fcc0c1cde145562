"use client";

import { ShapeMark } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { AppError } from "@/lib/domain/result";

type DraftStateProps = { savedAt: string | null; isSaved: boolean; error: AppError | null };

export function DraftState({ savedAt, isSaved, error }: DraftStateProps) {
  if (error) {
    return (
      <p role="status" className="ml-auto flex items-center gap-1.5 text-small text-warn">
        <ShapeMark shape="alert" /> Draft not saved: {error.message}
      </p>
    );
  }
  if (!isSaved) return <p className="ml-auto text-small text-ink-3">Saving draft…</p>;
  if (!savedAt) return null;
  return (
    <p className="ml-auto flex items-center gap-1.5 text-small text-ink-3">
      <ShapeMark shape="check" />
      <span>
        Draft saved <DateTime value={savedAt} />
      </span>
    </p>
  );
}
