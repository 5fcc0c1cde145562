"use client";

import { ErrorPage } from "@/components/layout/error-page";

/** A bug on one page leaves the shell standing. The digest is what our logs know it by. */
export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorPage title="This page could not be shown" referenceId={error.digest} onRetry={reset}>
      Something went wrong on our side. Nothing was changed by opening it; trying again is safe.
    </ErrorPage>
  );
}
