"use client";

import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { confirmSignIn } from "@/lib/actions/confirm-sign-in";

/** The second step of a sign-in. */
export function ConfirmForm({ next }: { next: string }) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const code = input.current?.value.trim() ?? "";
    if (!code) return input.current?.focus();
    setIsBusy(true);
    setError(null);
    const result = await confirmSignIn({ code }).catch(() => null);
    // A full page load, so that no data of a previous person stays in memory.
    if (result?.ok) return window.location.assign(next);
    setIsBusy(false);
    setError(result?.error.message ?? "We couldn’t reach Cardwell. Check your connection and try again.");
    input.current?.select();
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Code"
        hint="Six digits from your app, or a recovery code."
        required
        error={error ?? undefined}
      >
        <TextInput ref={input} name="code" autoComplete="one-time-code" autoFocus spellCheck={false} />
      </Field>
      <Button type="submit" tone="primary" busy={isBusy}>
        Sign in
      </Button>
      <p role="alert" className="sr-only">
        {error}
      </p>
    </form>
  );
}
