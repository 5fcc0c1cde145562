import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";

/** The parent pages; the current page is the title. */
export function Breadcrumb({ steps }: { steps: { href: string; name: ReactNode }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1 text-small text-ink-2">
      <ol className="flex flex-wrap items-center gap-1.5">
        {steps.map(({ href, name }, index) => (
          <li key={href} className="flex items-center gap-1.5">
            {index > 0 && (
              <span aria-hidden="true" className="text-ink-3">
                /
              </span>
            )}
            <IntentLink href={href} className="rounded-[3px] hover:text-ink hover:underline">
              {name}
            </IntentLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
