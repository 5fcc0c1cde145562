"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ControllerFieldState, FieldError } from "react-hook-form";

const SubmittedContext = createContext(true);

/**
 * Fields inside show their errors only after the first submit, then on every change. Not on blur: an error that appears
 * while a button is being clicked would move the button.
 */
export function SubmittedErrors({ isSubmitted, children }: { isSubmitted: boolean; children: ReactNode }) {
  return <SubmittedContext value={isSubmitted}>{children}</SubmittedContext>;
}

export function useSubmittedError({ error }: ControllerFieldState): FieldError | undefined {
  return useContext(SubmittedContext) ? error : undefined;
}
