"use client";

import { startTransition } from "react";
import { copyText } from "@/lib/client/copy-text";
import { THEMES } from "@/lib/client/preferences";
import { useTheme } from "@/lib/client/theme";
import { useTimeZone } from "@/lib/client/time-zone";
import { toast } from "@/lib/client/toast";
import { NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import { can, type Role } from "@/lib/domain/people/permissions";
import type { PaletteAction } from "./palette-items";

const THEME_NAMES = {
  system: "Use system theme",
  light: "Use light theme",
  dark: "Use dark theme",
} as const;

/** Actions that are available on every page. */
export function usePaletteActions(
  role: Role,
  signOut: () => Promise<void>,
  go: (href: string) => void,
): PaletteAction[] {
  const [theme, chooseTheme] = useTheme();
  const { timeZone, chooseTimeZone } = useTimeZone();
  const otherZone = timeZone === "UTC" ? "local" : "utc";
  return [
    ...(can(role, "cards.create")
      ? [{ id: "issue-card", name: "Issue a card", run: () => go(NEW_CARD_PATH) }]
      : []),
    {
      id: "copy-link",
      name: "Copy link to this page",
      run: () => void copyText(window.location.href).then(showCopyToast),
    },
    ...THEMES.filter((other) => other !== theme).map((other) => ({
      id: `theme-${other}`,
      name: THEME_NAMES[other],
      run: () => chooseTheme(other),
    })),
    {
      id: "time-zone",
      name: otherZone === "utc" ? "Show times in UTC" : "Show times in local time",
      run: () => chooseTimeZone(otherZone),
    },
    { id: "sign-out", name: "Sign out", run: () => startTransition(signOut) },
  ];
}

function showCopyToast(didCopy: boolean) {
  toast(didCopy ? { title: "Link copied", tone: "good" } : { title: "Couldn’t copy link", tone: "bad" });
}
