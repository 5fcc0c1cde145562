"use client";

import type { ReactNode } from "react";
import { type ButtonTone, buttonStyle } from "@/components/ui/buttons/button-style";
import { clearUnsentNotes } from "@/lib/client/unsent-notes";

type ProviderLinkProps = { href: string; tone?: ButtonTone; children: ReactNode };

/** Leaves for the provider of single sign-on: a full page load, never a prefetch. */
export function ProviderLink({ href, tone = "primary", children }: ProviderLinkProps) {
  return (
    <a href={href} onClick={clearUnsentNotes} className={buttonStyle({ tone, size: "normal" })}>
      {children}
    </a>
  );
}
