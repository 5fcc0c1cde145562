"use client";

import { createContext, useContext } from "react";

/** Inside a list that is walked by arrow keys, only the current row's controls are stops of the Tab key. */
export const RovingTabIndex = createContext<0 | -1>(0);

export function useRovingTabIndex(): 0 | -1 {
  return useContext(RovingTabIndex);
}
