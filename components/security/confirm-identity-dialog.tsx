"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { Dialog } from "@/components/ui/popups/dialog";
import { confirmIdentity } from "@/lib/actions/confirm-identity";
import { newOperationId } from "@/lib/client/operation-id";
import { CONFIRMATION_MINUTES, type ConfirmationWay } from "@/lib/domain/people/confirmation";

export type ConfirmIdentityDialogProps = OpenDialog & {
  onConfirmed: () => void;
  ways: readonly ConfirmationWay[];
};

/** Asks for a passkey, a code, the password, or a new sign-in at the provider; nothing has happened yet, and nothing does if the person cancels. */
export default function ConfirmIdentityDialog({
  open,
  onClose,
  onConfirmed,
  ways,
}: ConfirmIdentityDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [isCodeChosen, setIsCodeChosen] = useState(false);
  const way = isCodeChosen ? "code" : (ways[0] ?? "sign-in");
  if (way === "sign-in")
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title="Confirm it’s you"
        description="Sign out and sign in again, then repeat this. Nothing has happened yet."
        footer={<Button onClick={onClose}>Close</Button>}
      />
    );
  if (way === "provider")
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title="Confirm it’s you"
        description="Sign in at your provider again. You’ll come back to this page; nothing has happened yet, and what you typed here isn’t kept."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" onClick={goToProvider}>
              Sign in again
            </Button>
          </>
        }
      />
    );
  if (way === "passkey")
    return (
      <PasskeyDialog
        open={open}
        onClose={onClose}
        onConfirmed={onConfirmed}
        onUseCode={() => setIsCodeChosen(true)}
      />
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title="Confirm it’s you"
      description={`Your last confirmation was more than ${CONFIRMATION_MINUTES} minutes ago. We’ll continue right after.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      <ProofForm id={formId} way={way} setIsBusy={setIsBusy} isBusy={isBusy} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function goToProvider(): void {
  const next = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/api/auth/signin/oidc?${new URLSearchParams({ confirm: "1", next })}`);
}

type PasskeyDialogProps = OpenDialog & { onConfirmed: () => void; onUseCode: () => void };

function PasskeyDialog({ open, onClose, onConfirmed, onUseCode }: PasskeyDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function confirm() {
    setIsBusy(true);
    setError(null);
    const { confirmIdentityWithPasskey } = await import("@/lib/client/passkeys");
    const message = await confirmIdentityWithPasskey();
    setIsBusy(false);
    if (message === null) onConfirmed();
    else setError(message);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title="Confirm it’s you"
      description={`Your last confirmation was more than ${CONFIRMATION_MINUTES} minutes ago. We’ll continue right after.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button onClick={onUseCode} disabled={isBusy}>
            Use a code
          </Button>
          <Button tone="primary" busy={isBusy} onClick={() => void confirm()}>
            Use a passkey
          </Button>
        </>
      }
    >
      <p role="alert" className="text-bad">
        {error}
      </p>
    </Dialog>
  );
}

const FIELDS = {
  code: {
    label: "Code",
    hint: "Six digits from your app, or a recovery code.",
    autoComplete: "one-time-code",
  },
  password: { label: "Password", hint: undefined, autoComplete: "current-password" },
} as const;

type ProofFormProps = {
  id: string;
  way: keyof typeof FIELDS;
  isBusy: boolean;
  setIsBusy: (isBusy: boolean) => void;
  onConfirmed: () => void;
};

// Inside the popup, so that closing it discards what was typed.
function ProofForm({ id, way, isBusy, setIsBusy, onConfirmed }: ProofFormProps) {
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { label, hint, autoComplete } = FIELDS[way];

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React also bubbles the submit from the portal to a form around the dialog.
    event.stopPropagation();
    const text = input.current?.value ?? "";
    if (isBusy) return;
    if (!text.trim()) return input.current?.focus();
    setIsBusy(true);
    setError(null);
    const proof = way === "code" ? { way, code: text } : { way, password: text };
    const result = await confirmIdentity(newOperationId(), proof).catch(() => null);
    setIsBusy(false);
    // Without a response it may have been accepted: the action is sent again and asks again if not.
    if (!result || result.ok) return onConfirmed();
    setError(result.error.message);
    input.current?.select();
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      <Field label={label} hint={hint} required error={error ?? undefined}>
        <TextInput
          ref={input}
          name={way}
          type={way === "password" ? "password" : "text"}
          autoComplete={autoComplete}
          spellCheck={false}
        />
      </Field>
      <p role="alert" className="sr-only">
        {error}
      </p>
    </form>
  );
}
