"use client";

import { ShapeMark } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { AppError } from "@/lib/domain/result";

export function DraftState({ savedAt, error }: { savedAt: string | null; error: AppError | null }) {
  if (error) {
    return (
      <p role="status" className="ml-auto flex items-center gap-1.5 text-small text-warn">
        <ShapeMark shape="alert" /> Draft not saved: {error.message}
      </p>
    );
  }
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
