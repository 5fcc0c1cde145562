"use client";

import { ErrorPage } from "@/components/layout/error-page";

/** Keeps the shell on an error in one page. The digest identifies the error in our logs. */
export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorPage title="This page couldn’t be loaded" referenceId={error.digest} onRetry={reset}>
      Something went wrong on our side. Opening the page changed nothing, so it’s safe to try again.
    </ErrorPage>
  );
}
