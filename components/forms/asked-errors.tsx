"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ControllerFieldState, FieldError } from "react-hook-form";

const AskedContext = createContext(true);

/**
 * Fields inside tell what is wrong once someone has asked to go on, and from then on with every letter. Not when a
 * field is left: a line that comes or goes while the button is pressed moves what was about to be clicked.
 */
export function AskedErrors({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  return <AskedContext value={isAsked}>{children}</AskedContext>;
}

export function useAskedError({ error }: ControllerFieldState): FieldError | undefined {
  return useContext(AskedContext) ? error : undefined;
}
