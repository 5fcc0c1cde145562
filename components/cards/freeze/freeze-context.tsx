"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type FreezableCard, type FreezeController, useFreezeCard } from "@/lib/client/use-freeze-card";
import { FreezeBadge } from "./freeze-badge";

const FreezeContext = createContext<FreezeController | null>(null);

/** Keeps the badge, the freeze button and the outcome on a card's page consistent. */
export function FreezeProvider({ card, children }: { card: FreezableCard; children: ReactNode }) {
  return <FreezeContext value={useFreezeCard(card)}>{children}</FreezeContext>;
}

export function useFreezeController(): FreezeController {
  const controller = useContext(FreezeContext);
  if (!controller) throw new Error("useFreezeController must be used within FreezeProvider");
  return controller;
}

export function FreezeStatus() {
  const { latest, pending } = useFreezeController();
  return <FreezeBadge status={latest.status} pending={pending} />;
}
