"use client";

import { useSyncExternalStore } from "react";
import { parseTheme, savePreference, THEME_COOKIE, type Theme } from "./preferences";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server sets the theme as `<html data-theme>`; without the attribute it is `system`. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(
    subscribe,
    () => parseTheme(document.documentElement.dataset.theme),
    () => "system",
  );
  return [theme, chooseTheme];
}

function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  savePreference(THEME_COOKIE, theme);
  for (const listener of listeners) listener();
}
