"use client";

import { createContext, useContext } from "react";

/** In a list with arrow-key navigation, only the active row's controls are tab stops. */
export const RovingTabIndex = createContext<-1 | undefined>(undefined);

/** For a control that is normally a tab stop. */
export function useRovingTabIndex(): -1 | undefined {
  return useContext(RovingTabIndex);
}
