"use client";

import "./globals.css";
import { useEffect } from "react";
import { ErrorPage } from "@/components/layout/error-page";
import { isMissingCode, reloadForMissingCode } from "@/lib/client/missing-code";

/** Shown if the root layout fails. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  useEffect(() => void reloadForMissingCode(error), [error]);
  const retry = isMissingCode(error) ? () => window.location.reload() : reset;
  return (
    <html lang="en">
      <body className="font-sans">
        <ErrorPage
          title="Cardwell couldn’t be loaded"
          referenceId={error.digest}
          onRetry={retry}
          isStandalone
        >
          Something went wrong on our side. It’s safe to try again.
        </ErrorPage>
      </body>
    </html>
  );
}
