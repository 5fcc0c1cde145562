"use client";

import "./globals.css";
import { ErrorPage } from "@/components/layout/error-page";

/** Shown if the root layout fails. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body className="font-sans">
        <ErrorPage
          title="Cardwell couldn’t be loaded"
          referenceId={error.digest}
          onRetry={reset}
          isStandalone
        >
          Something went wrong on our side. It’s safe to try again.
        </ErrorPage>
      </body>
    </html>
  );
}
