"use client";

import { createContext, type ReactNode, useContext } from "react";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FreezableCard, type Freezing, useFreezeCard } from "@/lib/client/use-freeze-card";

const FreezeContext = createContext<Freezing | null>(null);

/** Around a page about one card: its badge, its freeze button and its read-back then tell the same. */
export function FreezeProvider({ card, children }: { card: FreezableCard; children: ReactNode }) {
  return <FreezeContext value={useFreezeCard(card)}>{children}</FreezeContext>;
}

export function useFreezing(): Freezing {
  const freezing = useContext(FreezeContext);
  if (!freezing) throw new Error("There is no FreezeProvider around this");
  return freezing;
}

/** The card's status, ahead of the issuer while it is asked. */
export function FreezeStatus() {
  const { status, pending } = useFreezing();
  return (
    <span aria-busy={pending !== null || undefined} className="aria-busy:animate-breathe">
      <StatusBadge of="card" status={status} />
    </span>
  );
}
