"use client";

import { useInsertionEffect, useLayoutEffect, useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import type { CardApplication } from "@/lib/contract/card-application";

/**
 * Keeps what was typed before hydration. The form overwrites its fields when it registers them, so the text is read
 * before that and restored in the same commit, so that no key is lost in between. Only the focused field is restored,
 * because the browser's Back may fill the others with an earlier card's data.
 */
export function useTypingBeforeHydration(form: UseFormReturn<CardApplication>, formId: string): void {
  const typed = useRef<{ name: FieldPath<CardApplication>; text: string } | null>(null);

  useInsertionEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || field.form?.id !== formId) return;
    if (field.type !== "radio" && field.name && field.value)
      typed.current = { name: field.name as FieldPath<CardApplication>, text: field.value };
  }, [formId]);

  useLayoutEffect(() => {
    if (!typed.current) return;
    form.setValue(typed.current.name, typed.current.text, { shouldDirty: true, shouldValidate: true });
    typed.current = null;
  }, [form]);
}
