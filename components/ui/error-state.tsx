"use client";

import type { ReactNode } from "react";
import type { AppError } from "@/lib/domain/result";
import { ShapeMark } from "./badge";
import { Button } from "./button";
import { classNames } from "./class-names";
import { ERROR_TITLES, RETRY_WORDS } from "./error-words";
import { Reference } from "./reference";

type ErrorStateProps = {
  error: AppError;
  /** Offered only where trying again is safe. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** A strip above what is still shown, instead of a place of its own. */
  isInline?: boolean;
  /** "warn" where something else stands in for what could not be read. */
  tone?: "bad" | "warn";
  /** Another way on: back to the list, sign in again. */
  action?: ReactNode;
  /** What is shown instead. */
  children?: ReactNode;
};

const LOOK = {
  bad: { strip: "border-bad-line bg-bad-soft", ink: "text-bad" },
  warn: { strip: "border-warn-line bg-warn-soft", ink: "text-warn" },
} as const;

// The issuer's failures bring their advice along, with the time to wait.
const SAYS_SO = /\btry(ing)? again\b/i;

/** What happened, whether it is safe to try again, and what to quote when asking for help. */
export function ErrorState({
  error,
  onRetry,
  isRetrying = false,
  isInline = false,
  tone = "bad",
  action,
  children,
}: ErrorStateProps) {
  const { strip, ink } = LOOK[tone];
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
          {error.message} {!SAYS_SO.test(error.message) && RETRY_WORDS[error.retry]}
        </p>
        {children != null && <p className="text-pretty text-ink-2">{children}</p>}
        {error.requestId && <Reference id={error.requestId} />}
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
