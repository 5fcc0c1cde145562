"use client";

import { useInsertionEffect, useLayoutEffect, useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import type { CardApplication } from "@/lib/contract/card-application";

/**
 * Keeps what was typed before the page's code was there. The form writes its own values into its fields when it takes
 * them over, so the text is read before that and put back after it, in the same commit: no key falls in between.
 * Only the focused field counts, as a browser that goes back may fill the others with an earlier card's data.
 */
export function useEarlyTyping(form: UseFormReturn<CardApplication>, formId: string): void {
  const early = useRef<{ name: FieldPath<CardApplication>; text: string } | null>(null);

  useInsertionEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || field.form?.id !== formId) return;
    if (field.type !== "radio" && field.name && field.value)
      early.current = { name: field.name as FieldPath<CardApplication>, text: field.value };
  }, [formId]);

  useLayoutEffect(() => {
    if (!early.current) return;
    form.setValue(early.current.name, early.current.text, { shouldDirty: true, shouldValidate: true });
    early.current = null;
  }, [form]);
}
