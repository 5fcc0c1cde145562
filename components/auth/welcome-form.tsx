"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { choosePassword } from "@/lib/actions/choose-password";
import { fieldMessage } from "@/lib/client/field-message";
import { signIn } from "@/lib/client/sign-in";
import { useAction } from "@/lib/client/use-action";
import { NewPassword, PASSWORD_MIN_CHARACTERS } from "@/lib/domain/people/people";

const PasswordSchema = z.object({ newPassword: NewPassword });

export function WelcomeForm({ token, email }: { token: string; email: string }) {
  const { send, error, clearError } = useAction(sendPassword);
  const form = useForm({ resolver: zodResolver(PasswordSchema), defaultValues: { newPassword: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ newPassword }) => {
    clearError();
    const result = await send({ token, newPassword });
    // The first attempt may have set it, and its response was lost: the link is used then, and the password works.
    if (!result.ok && error?.requestId === "" && (await signIn(email, newPassword)) === null)
      return window.location.assign("/");
    if (!result.ok) {
      const message = result.error.fields?.newPassword;
      if (message) form.setError("newPassword", { message }, { shouldFocus: true });
      return;
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
      {error && !error.fields?.newPassword && <ErrorState error={error} isInline />}
      <Button type="submit" tone="primary" busy={isSubmitting}>
        Set password and sign in
      </Button>
    </form>
  );
}

/** The link is what makes it happen once, so it needs no operation ID. */
function sendPassword(_operationId: string, input: Parameters<typeof choosePassword>[0]) {
  return choosePassword(input);
}
