"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { changePassword } from "@/lib/actions/change-password";
import { fieldMessage } from "@/lib/client/field-message";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { NewPassword, PASSWORD_MIN_CHARACTERS } from "@/lib/domain/people/people";

const PasswordsSchema = z.object({
  currentPassword: z.string().min(1, { error: "enter your current password" }),
  newPassword: NewPassword,
});

export function PasswordForm() {
  const { send, error, clearError } = useAction(changePassword);
  const form = useForm({
    resolver: zodResolver(PasswordsSchema),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (passwords) => {
    clearError();
    const result = await send(passwords);
    if (result.ok) {
      form.reset();
      toast({
        title: "Password changed",
        detail: "Your other sessions were signed out.",
        tone: "good",
      });
      return;
    }
    const { fields } = result.error;
    const field = fields?.currentPassword ? "currentPassword" : "newPassword";
    const message = fields?.[field];
    if (message) form.setError(field, { message }, { shouldFocus: true });
  });

  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      <Field label="Current password" error={fieldMessage(errors.currentPassword)} required>
        <TextInput {...form.register("currentPassword")} type="password" autoComplete="current-password" />
      </Field>
      <Field
        label="New password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters. Several uncommon words are easy to remember and hard to guess.`}
        error={fieldMessage(errors.newPassword)}
        required
      >
        <TextInput {...form.register("newPassword")} type="password" autoComplete="new-password" />
      </Field>
      {error && !error.fields && <ErrorState error={error} isInline />}
      <div>
        <Button type="submit" tone="primary" busy={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
