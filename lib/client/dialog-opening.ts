"use client";

import { createContext } from "react";

/** How often the dialog around has been opened; 0 outside of dialogs. Its content stays mounted while it is closed. */
export const DialogOpening = createContext(0);
