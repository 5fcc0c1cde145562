import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Brand } from "./brand";

type ErrorPageProps = {
  /** Small text above the title: "Not found", "403". */
  kicker?: string;
  title: string;
  children: ReactNode;
  /** The error's ID in our logs. */
  referenceId?: string | undefined;
  onRetry?: (() => void) | undefined;
  back?: { href: string; name: string };
  /** Outside the shell, the page shows the brand itself. */
  isStandalone?: boolean;
};

/**
 * Uses only plain elements, because every page bundles its error pages, and a full page load is the right way out of an
 * error.
 */
export function ErrorPage({
  kicker,
  title,
  children,
  referenceId,
  onRetry,
  back = { href: "/", name: "Go to overview" },
  isStandalone = false,
}: ErrorPageProps) {
  const content = (
    <div className="mx-auto w-full max-w-[34rem] px-4 py-16 md:py-24">
      {kicker && <p className="mb-2 text-small font-medium text-ink-3">{kicker}</p>}
      <h1 className="text-title font-semibold">{title}</h1>
      <div className="mt-2 text-pretty text-lead text-ink-2">{children}</div>
      {referenceId && (
        <p className="mt-2 text-small text-ink-3">
          Error ID <code className="select-all font-mono text-ink-2">{referenceId}</code>
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        {onRetry && (
          <button
            type="button"
            onClick={onRetry}
            className={buttonStyle({ tone: "primary", size: "normal" })}
          >
            Try again
          </button>
        )}
        <a href={back.href} className={buttonStyle({ tone: onRetry ? "plain" : "primary", size: "normal" })}>
          {back.name}
        </a>
      </div>
    </div>
  );
  if (!isStandalone) return content;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-bar items-center border-line border-b px-4 md:px-6">
        <Brand />
      </header>
      <main className="flex flex-1 flex-col">{content}</main>
    </div>
  );
}
