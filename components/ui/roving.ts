"use client";

import { createContext, useContext } from "react";

/** Inside a list that is walked by arrow keys, only the current row's controls are stops of the Tab key. */
export const RovingTabIndex = createContext<-1 | undefined>(undefined);

/** For a control that is a stop by itself. */
export function useRovingTabIndex(): -1 | undefined {
  return useContext(RovingTabIndex);
}
