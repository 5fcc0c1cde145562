"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { beginAuthenticator } from "@/lib/actions/begin-authenticator";
import { confirmAuthenticator } from "@/lib/actions/confirm-authenticator";
import { fieldSentence } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { type AddFactorProps, useFinishedFactor } from "./use-finished-factor";

type Begun = { id: string; secret: string; qr: { path: string; size: number } };

/** Name, QR code and first code, recovery codes. */
export default function AddAuthenticatorDialog({ open, onClose, next }: OpenDialog & AddFactorProps) {
  const formId = useId();
  const [text, setText] = useState("");
  const [begun, setBegun] = useState<Begun | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const begin = useAction(beginAuthenticator);
  const confirm = useAction(confirmAuthenticator);
  const finish = useFinishedFactor(next);
  const isBusy = begin.isBusy || confirm.isBusy;
  const error = begun ? confirm.error : begin.error;

  function close() {
    setText("");
    setBegun(null);
    setRecoveryCodes(null);
    begin.clearError();
    confirm.clearError();
    onClose();
  }

  function leave() {
    close();
    finish();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!begun) {
      const result = await begin.send({ name: text });
      if (!result.ok) return;
      setBegun(result.data);
      return setText("");
    }
    const result = await confirm.send({ authenticatorId: begun.id, oneTimeCode: text });
    if (!result.ok) return;
    if (result.data.recoveryCodes.length > 0) setRecoveryCodes(result.data.recoveryCodes);
    else leave();
  }

  if (recoveryCodes) return <RecoveryCodesDialog open={open} onClose={leave} codes={recoveryCodes} />;
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isBusy}
      step={begun ? "code" : "name"}
      title="Add authenticator app"
      description={
        begun
          ? "Scan the code with your app, then enter the six digits that it shows."
          : "Give it a name that you will recognize."
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            {begun ? "Confirm" : "Continue"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {begun && (
          <>
            <svg
              role="img"
              aria-label="QR code of the secret below"
              viewBox={`0 0 ${begun.qr.size} ${begun.qr.size}`}
              className="mx-auto size-48 rounded-control"
            >
              {/* Black on white in every theme: many scanners don't read inverted codes. */}
              <rect width="100%" height="100%" fill="#fff" />
              <path d={begun.qr.path} fill="#000" />
            </svg>
            <div>
              <p className="text-small text-ink-2">Or enter this secret in your app:</p>
              <CopyableId id={begun.secret} name="secret" isFull />
            </div>
          </>
        )}
        <Field
          label={begun ? "Code" : "Name"}
          required
          error={fieldSentence(error?.fields?.[begun ? "oneTimeCode" : "name"])}
        >
          <TextInput
            key={begun ? "code" : "name"}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete={begun ? "one-time-code" : "off"}
            inputMode={begun ? "numeric" : "text"}
            autoFocus
          />
        </Field>
        {error && !error.fields && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}
