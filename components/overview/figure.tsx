import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";

/** A large number that links to its list. */
export function Figure({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <IntentLink
      href={href}
      aria-label={name}
      className="block w-fit rounded-[4px] text-figure font-semibold decoration-1 underline-offset-4 hover:underline"
    >
      {children}
    </IntentLink>
  );
}
