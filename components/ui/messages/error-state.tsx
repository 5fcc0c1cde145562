"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import type { AppError } from "@/lib/domain/result";
import { ERROR_TITLES, RETRY_TEXT } from "./error-text";
import { RequestId } from "./request-id";

type ErrorStateProps = {
  error: AppError;
  /** Offered only if a retry is safe. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** A strip above other content. */
  isInline?: boolean;
  /** "warn" if other data is shown instead. */
  tone?: "bad" | "warn";
  /** Another button, such as back to the list. */
  action?: ReactNode;
  /** Describes the data shown instead. */
  children?: ReactNode;
};

const STYLES = {
  bad: { strip: "border-bad-line bg-bad-soft", ink: "text-bad" },
  warn: { strip: "border-warn-line bg-warn-soft", ink: "text-warn" },
} as const;

// The issuer's errors already contain retry advice.
const MENTIONS_RETRY = /\btry(ing)? again\b/i;

export function ErrorState({
  error,
  onRetry,
  isRetrying = false,
  isInline = false,
  tone = "bad",
  action,
  children,
}: ErrorStateProps) {
  const { strip, ink } = STYLES[tone];
  const retry =
    onRetry && error.retry === "safe" ? (
      <Button size={isInline ? "small" : "normal"} busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    ) : null;
  return (
    <div
      role="alert"
      className={classNames(
        "flex gap-3",
        isInline
          ? `flex-wrap items-start rounded-control border px-3 py-2 ${strip}`
          : "flex-col items-center px-6 py-14 text-center",
      )}
    >
      <ShapeMark shape="alert" className={classNames(ink, isInline ? "mt-1 size-3.5" : "size-6")} />
      <div className={isInline ? "min-w-48 flex-1" : "max-w-[52ch]"}>
        <p className={isInline ? `font-medium ${ink}` : "text-lead font-medium"}>
          {ERROR_TITLES[error.code]}
        </p>
        <p className="text-pretty text-ink-2">
          {error.message} {!MENTIONS_RETRY.test(error.message) && RETRY_TEXT[error.retry]}
        </p>
        {children != null && <p className="text-pretty text-ink-2">{children}</p>}
        {error.requestId && <RequestId id={error.requestId} />}
      </div>
      {(retry || action) && (
        <div className="flex flex-wrap gap-2">
          {retry}
          {action}
        </div>
      )}
    </div>
  );
}
