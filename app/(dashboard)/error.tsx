"use client";

import { useEffect } from "react";
import { ErrorPage } from "@/components/layout/error-page";
import { isMissingCode, reloadForMissingCode } from "@/lib/client/missing-code";

/** Keeps the shell on an error in one page. The digest identifies the error in our logs. */
export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => void reloadForMissingCode(error), [error]);
  const retry = isMissingCode(error) ? () => window.location.reload() : reset;
  return (
    <ErrorPage title="This page couldn’t be loaded" referenceId={error.digest} onRetry={retry}>
      Something went wrong on our side. Opening the page changed nothing, so it’s safe to try again.
    </ErrorPage>
  );
}
