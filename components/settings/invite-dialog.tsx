"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { invitePerson } from "@/lib/actions/invite-person";
import { fieldMessage } from "@/lib/client/field-message";
import { type ToastMessage, toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { Invitation } from "@/lib/domain/people/people";
import { ROLE_DESCRIPTIONS, ROLES } from "@/lib/domain/people/permissions";
import LinkDialog from "./link-dialog";
import { mailSentToast } from "./mail-sent-toast";

type InviteDialogProps = OpenDialog & { hasMail: boolean };

export default function InviteDialog({ open, onClose, hasMail }: InviteDialogProps) {
  const formId = useId();
  const { send, error, clearError } = useAction(invitePerson);
  const [invited, setInvited] = useState<{ name: string; link: string } | null>(null);
  const form = useForm({
    resolver: zodResolver(Invitation),
    defaultValues: { name: "", email: "", role: "support" as const },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    clearError();
    const result = await send(person);
    if (result.ok && result.data.link) return setInvited({ name: person.name, link: result.data.link });
    if (result.ok) {
      toast(result.data.sentTo ? mailSentToast(person.name, result.data.sentTo) : linkLostToast(person.name));
      return close();
    }
    const emailError = result.error.fields?.email;
    if (emailError) form.setError("email", { message: emailError }, { shouldFocus: true });
  });

  function close() {
    form.reset();
    setInvited(null);
    onClose();
  }

  if (invited) return <LinkDialog open={open} onClose={close} {...invited} />;
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isSubmitting}
      title="Invite person"
      description={
        hasMail
          ? "They’ll get an email with a one-time link to set a password."
          : "They’ll set a password with a one-time link that you send them."
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={isSubmitting}>
            {hasMail ? "Send invitation" : "Create link"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" error={fieldMessage(errors.name)} required>
          <TextInput {...form.register("name")} autoComplete="off" />
        </Field>
        <Field label="Email" error={fieldMessage(errors.email)} required>
          <TextInput {...form.register("email")} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label="Role" hint={ROLE_DESCRIPTIONS[form.watch("role")]} required>
          <Select {...form.register("role")} options={ROLES.map((role) => ({ value: role, label: role }))} />
        </Field>
        {error && !error.fields?.email && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}

/** A repeated request isn't told the link, which is shown once. */
function linkLostToast(name: string): ToastMessage {
  return {
    title: `${name} is invited`,
    detail: "The link couldn’t be shown. Choose “New invite link” in their menu.",
    tone: "neutral",
  };
}
