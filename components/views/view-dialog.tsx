"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { changeView } from "@/lib/actions/change-view";
import { deleteView } from "@/lib/actions/delete-view";
import { saveView } from "@/lib/actions/save-view";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { VIEW_NAME_MAX_CHARACTERS } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import { allViewHref, savedViewHref } from "@/lib/url/saved-view-url";

export type ViewDialogProps = {
  kind: "save" | "rename" | "delete";
  open: boolean;
  onClose: () => void;
  bar: ViewBarState;
  /** The open view. */
  tab: ViewTab | null;
  /** With where to go, if it is another URL. */
  onSaved: (href: string | null) => void;
};

export default function ViewDialog({ kind, ...props }: ViewDialogProps) {
  if (kind === "save") return <SaveDialog {...props} />;
  const { tab } = props;
  if (!tab) return null;
  return kind === "rename" ? <RenameDialog {...props} tab={tab} /> : <DeleteDialog {...props} tab={tab} />;
}

type SaveDialogProps = Omit<ViewDialogProps, "kind">;
type TabDialogProps = SaveDialogProps & { tab: ViewTab };

function SaveDialog({ open, onClose, bar, onSaved }: SaveDialogProps) {
  const { send, isBusy, error, clearError } = useAction(saveView);
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);

  async function confirm() {
    setWasSubmitted(true);
    if (findNameError(name)) return;
    const result = await send({ list: bar.list, name, query: bar.query, isShared });
    if (!result.ok) return;
    setName("");
    setIsShared(false);
    setWasSubmitted(false);
    onSaved(savedViewHref(bar.path, result.data));
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        clearError();
        onClose();
      }}
      onConfirm={() => void confirm()}
      title="Save view"
      description="The filters, order, and columns of this list, as a tab."
      confirmLabel="Save view"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <NameField name={name} onChange={setName} wasSubmitted={wasSubmitted} />
      {bar.canShare && (
        <Checkbox
          label="Share with the team"
          hint="Everyone who can open this list sees it."
          checked={isShared}
          onChange={(event) => setIsShared(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

function RenameDialog({ open, onClose, bar, tab, onSaved }: TabDialogProps) {
  const { send, isBusy, error, clearError } = useAction(changeView);
  const [name, setName] = useState(tab.name);
  const [wasSubmitted, setWasSubmitted] = useState(false);

  async function confirm() {
    setWasSubmitted(true);
    if (findNameError(name)) return;
    const result = await send({ list: bar.list, viewId: tab.id, version: tab.version, name });
    if (result.ok) onSaved(null);
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        clearError();
        onClose();
      }}
      onConfirm={() => void confirm()}
      title="Rename view"
      description={tab.isShared ? "The view has the new name for everyone." : null}
      confirmLabel="Rename"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <NameField name={name} onChange={setName} wasSubmitted={wasSubmitted} />
    </ConfirmDialog>
  );
}

function DeleteDialog({ open, onClose, bar, tab, onSaved }: TabDialogProps) {
  const { send, isBusy, error, clearError } = useAction(deleteView);

  async function confirm() {
    const result = await send({ viewId: tab.id, version: tab.version });
    if (!result.ok) return;
    toast({ title: `Deleted ${tab.name}`, tone: "good" });
    onSaved(allViewHref(bar.path));
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        clearError();
        onClose();
      }}
      onConfirm={() => void confirm()}
      title={`Delete “${tab.name}”?`}
      description={
        tab.isShared
          ? "The view disappears for everyone on the team. No rows are deleted. It can’t be undone."
          : "The view disappears. No rows are deleted. It can’t be undone."
      }
      confirmLabel="Delete view"
      tone="destructive"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

type NameFieldProps = { name: string; onChange: (name: string) => void; wasSubmitted: boolean };

function NameField({ name, onChange, wasSubmitted }: NameFieldProps) {
  return (
    <Field
      label="Name"
      required
      count={{ used: name.trim().length, limit: VIEW_NAME_MAX_CHARACTERS }}
      error={wasSubmitted ? findNameError(name) : undefined}
    >
      <TextInput value={name} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

function findNameError(name: string): string | undefined {
  const { length } = name.trim();
  if (length === 0) return "Enter a name.";
  return length > VIEW_NAME_MAX_CHARACTERS
    ? `Use at most ${VIEW_NAME_MAX_CHARACTERS} characters.`
    : undefined;
}
