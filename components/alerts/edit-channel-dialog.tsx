"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { changeAlertChannel } from "@/lib/actions/change-alert-channel";
import { fieldSentence } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { ALL_ADMINS, ChangedChannel } from "@/lib/domain/alerts/channel";
import type { ChannelItem } from "./channel-item";

export type EditChannelDialogProps = OpenDialog & { channel: ChannelItem };

export default function EditChannelDialog({ open, onClose, channel }: EditChannelDialogProps) {
  const { id: channelId, kind, leadsTo } = channel;
  const [name, setName] = useState(channel.name);
  const [email, setEmail] = useState(kind === "mail" && leadsTo !== ALL_ADMINS ? (leadsTo ?? "") : "");
  const [secretUrl, setSecretUrl] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { send, isBusy, error } = useAction(changeAlertChannel);
  const refresh = useRefresh();

  async function save() {
    const url = secretUrl.trim();
    const changed = { name, ...(kind === "mail" ? { email } : url !== "" && { secretUrl: url }) };
    const { error: invalid } = ChangedChannel.safeParse(changed);
    setProblems(
      Object.fromEntries(invalid?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []),
    );
    if (invalid) return;
    const result = await send({ channelId, ...changed });
    if (!result.ok) return setProblems(result.error.fields ?? {});
    refresh();
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void save()}
      busy={isBusy}
      title={`Edit ${channel.name}`}
      description={kind === "webhook" ? "The secret stays the same." : null}
      confirmLabel="Save channel"
      error={error && !error.fields && <ErrorState error={error} isInline />}
    >
      <Field label="Name" error={fieldSentence(problems.name)} required>
        <TextInput value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {kind === "mail" ? (
        <Field
          label="Email addresses"
          hint="Separated by commas. Leave it empty to send to all admins."
          error={fieldSentence(problems.email)}
          optional
        >
          <TextInput
            inputMode="email"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      ) : (
        <Field
          label="New URL"
          hint={`The current one leads to ${leadsTo}. Leave it empty to keep it.`}
          error={fieldSentence(problems.secretUrl)}
          optional
        >
          <TextInput
            type="url"
            spellCheck={false}
            value={secretUrl}
            onChange={(event) => setSecretUrl(event.target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
