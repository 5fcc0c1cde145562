"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { addAlertChannel } from "@/lib/actions/add-alert-channel";
import { fieldSentence } from "@/lib/client/field-message";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { CHANNEL_KINDS, type ChannelKind, findPlainHttp, NewChannel } from "@/lib/domain/alerts/channel";
import { ALERT_TOPICS, type AlertTopic } from "@/lib/domain/alerts/conditions";
import SecretDialog from "./secret-dialog";
import { TopicsField } from "./topics-field";

export type AddChannelOptions = {
  hasMail: boolean;
  /** May use plain HTTP. */
  privateHosts: readonly string[];
};

const EMPTY = {
  kind: "webhook" as ChannelKind,
  name: "",
  secretUrl: "",
  email: "",
  topics: [...ALERT_TOPICS] as AlertTopic[],
};

/** By the form's fields: an invalid address has a longer path. */
type Problems = Partial<Record<keyof typeof EMPTY, string>>;

export default function AddChannelDialog({
  open,
  onClose,
  hasMail,
  privateHosts,
}: OpenDialog & AddChannelOptions) {
  const formId = useId();
  const [form, setForm] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [added, setAdded] = useState<{ name: string; secret: string } | null>(null);
  const { send, isBusy, error, clearError } = useAction(addAlertChannel);
  const refresh = useRefresh();
  const change = (changed: Partial<typeof EMPTY>) => setForm({ ...form, ...changed });

  function close() {
    setForm(EMPTY);
    setProblems({});
    setAdded(null);
    clearError();
    onClose();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { kind, name, topics, secretUrl, email } = form;
    const input =
      kind === "mail" ? { kind, name, topics, email } : { kind, name, topics, secretUrl: secretUrl.trim() };
    const fields = event.currentTarget;
    const showProblems = (found: Problems) => {
      setProblems(found);
      const isWrong = ({ name }: HTMLInputElement) => name in found;
      [...fields.querySelectorAll("input")].find(isWrong)?.focus();
    };
    const found = findProblems(input, privateHosts);
    if (found) return showProblems(found);
    setProblems({});
    const result = await send(input);
    if (!result.ok) return showProblems(result.error.fields ?? {});
    refresh();
    if (result.data.secret) return setAdded({ name, secret: result.data.secret });
    toast({ title: `${name} was added`, detail: "Send a test to see whether it arrives.", tone: "good" });
    close();
  }

  if (added) return <SecretDialog open={open} onClose={close} {...added} />;
  const kinds = (Object.keys(CHANNEL_KINDS) as ChannelKind[]).filter((kind) => kind !== "mail" || hasMail);
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isBusy}
      title="Add channel"
      description="It gets a message when an alert opens and when it is over, and others that you choose."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            Add channel
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <RadioPills
          legend="Kind"
          name="kind"
          value={form.kind}
          onChange={(kind) => change({ kind })}
          options={kinds.map((kind) => ({ value: kind, label: CHANNEL_KINDS[kind] }))}
        />
        <Field label="Name" error={fieldSentence(problems.name)} required>
          <TextInput
            name="name"
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        {form.kind === "mail" ? (
          <Field
            label="Email addresses"
            hint="Separated by commas. Leave it empty to send to all admins."
            error={fieldSentence(problems.email)}
            optional
          >
            <TextInput
              name="email"
              inputMode="email"
              spellCheck={false}
              value={form.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          </Field>
        ) : (
          <Field
            label="URL"
            hint="Stored encrypted and not shown again."
            error={fieldSentence(problems.secretUrl)}
            required
          >
            <TextInput
              name="secretUrl"
              type="url"
              spellCheck={false}
              value={form.secretUrl}
              onChange={(event) => change({ secretUrl: event.target.value })}
            />
          </Field>
        )}
        <TopicsField
          topics={form.topics}
          onChange={(topics) => change({ topics })}
          error={fieldSentence(problems.topics)}
        />
        {error && Object.keys(problems).length === 0 && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}

function findProblems(input: unknown, privateHosts: readonly string[]): Problems | null {
  const { success, data, error } = NewChannel.safeParse(input);
  if (!success)
    return Object.fromEntries(
      error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
    );
  const isPlain = data.kind !== "mail" && findPlainHttp(new URL(data.secretUrl), privateHosts);
  return isPlain ? { secretUrl: isPlain } : null;
}
