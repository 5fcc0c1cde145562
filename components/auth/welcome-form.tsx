"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { choosePassword } from "@/lib/actions/choose-password";
import { fieldMessage } from "@/lib/client/field-message";
import { signIn } from "@/lib/client/sign-in";
import { NewPassword, PASSWORD_MIN_CHARACTERS } from "@/lib/domain/people/people";
import type { AppError } from "@/lib/domain/result";

const PasswordSchema = z.object({ newPassword: NewPassword });

export function WelcomeForm({ token, email }: { token: string; email: string }) {
  const [error, setError] = useState<AppError | null>(null);
  const form = useForm({ resolver: zodResolver(PasswordSchema), defaultValues: { newPassword: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ newPassword }) => {
    setError(null);
    const result = await choosePassword({ token, newPassword });
    if (!result.ok) {
      const message = result.error.fields?.newPassword;
      if (!message) return setError(result.error);
      return form.setError("newPassword", { message }, { shouldFocus: true });
    }
    const signInError = await signIn(result.data.email, newPassword);
    window.location.assign(signInError === null ? "/" : "/login");
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="email" value={email} autoComplete="username" readOnly />
      <Field
        label="Password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters. Several uncommon words are easy to remember and hard to guess.`}
        error={fieldMessage(errors.newPassword)}
        required
      >
        <TextInput {...form.register("newPassword")} type="password" autoComplete="new-password" autoFocus />
      </Field>
      {error && <ErrorState error={error} isInline />}
      <Button type="submit" tone="primary" busy={isSubmitting}>
        Set password and sign in
      </Button>
    </form>
  );
}
