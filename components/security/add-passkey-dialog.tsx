"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { addPasskey } from "@/lib/actions/add-passkey";
import { beginPasskey } from "@/lib/actions/begin-passkey";
import { fieldSentence } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { type AddFactorProps, useFinishedFactor } from "./use-finished-factor";

export type AddPasskeyProps = AddFactorProps & {
  /** The address for which passkeys are made. */
  origin: string;
  /** This browser, as a first name for the passkey. */
  suggestedName: string;
};

/** Name, the browser's own dialog, recovery codes. */
export default function AddPasskeyDialog(props: OpenDialog & AddPasskeyProps) {
  const { open, onClose, next, origin, suggestedName } = props;
  const formId = useId();
  const [name, setName] = useState(suggestedName);
  const [message, setMessage] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const begin = useAction(beginPasskey);
  const add = useAction(addPasskey);
  const finish = useFinishedFactor(next);
  const error = begin.error ?? add.error;

  function close() {
    setName(suggestedName);
    setMessage(null);
    setRecoveryCodes(null);
    begin.clearError();
    add.clearError();
    onClose();
  }

  function leave() {
    close();
    finish();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMessage(null);
    add.clearError();
    if (window.location.origin !== origin) return setMessage(`Open ${origin} to add a passkey.`);
    const begun = await begin.send({});
    if (!begun.ok) return;
    setIsAsking(true);
    const { createPasskey } = await import("@/lib/client/passkeys");
    const created = await createPasskey(begun.data);
    setIsAsking(false);
    if (!created.ok) return setMessage(created.message);
    const result = await add.send({ name, response: created.response });
    if (!result.ok) return;
    if (result.data.recoveryCodes.length > 0) setRecoveryCodes(result.data.recoveryCodes);
    else leave();
  }

  if (recoveryCodes) return <RecoveryCodesDialog open={open} onClose={leave} codes={recoveryCodes} />;
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={begin.isBusy || add.isBusy || isAsking}
      title="Add passkey"
      description="Your device asks for your fingerprint, face, or PIN. It then signs you in with it, without a password."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={begin.isBusy || add.isBusy || isAsking}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Name"
          hint="A name that you’ll recognize."
          required
          error={fieldSentence(error?.fields?.name) ?? message ?? undefined}
        >
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            autoFocus
          />
        </Field>
        {error && !error.fields?.name && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}
