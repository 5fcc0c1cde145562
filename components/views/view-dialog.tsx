"use client";

import { type Ref, useRef, useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { changeView } from "@/lib/actions/change-view";
import { deleteView } from "@/lib/actions/delete-view";
import { saveView } from "@/lib/actions/save-view";
import { shareView } from "@/lib/actions/share-view";
import { useAction } from "@/lib/client/use-action";
import { hasTypedText } from "@/lib/domain/views/audited-query";
import { VIEW_NAME_MAX_CHARACTERS } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import { findNameError, findTakenError } from "@/lib/domain/views/view-name";
import { allViewHref, savedViewHref } from "@/lib/url/saved-view-url";
import type { OwnChange } from "./base-version";
import { showDeleted } from "./view-actions";

export type OpenedDialog = "save" | "rename" | "sharing" | "delete";

export type ViewDialogProps = {
  kind: OpenedDialog;
  open: boolean;
  onClose: () => void;
  bar: ViewBarState;
  /** The open view. */
  tab: ViewTab | null;
  onSaved: (saved: SavedChange) => void;
  /** What opened the dialog may be gone once the new view is open. */
  findFinalFocus: () => HTMLElement | null;
  /** Also called once the list's page is gone. */
  onRestored: () => void;
};

export type SavedChange = {
  /** Where to go, if it is another URL. */
  href?: string;
  change?: OwnChange;
};

export default function ViewDialog({ kind, ...props }: ViewDialogProps) {
  if (kind === "save") return <SaveDialog {...props} />;
  const { tab } = props;
  if (!tab) return null;
  const Opened = { rename: RenameDialog, sharing: SharingDialog, delete: DeleteDialog }[kind];
  return <Opened {...props} tab={tab} />;
}

type SaveDialogProps = Omit<ViewDialogProps, "kind">;
type TabDialogProps = SaveDialogProps & { tab: ViewTab };

function SaveDialog({ open, onClose, bar, onSaved, findFinalFocus }: SaveDialogProps) {
  const { send, isBusy, error, clearError } = useAction(saveView);
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const nameError = findNameError(name) ?? findTakenError(name, bar.tabs, isShared);

  async function confirm() {
    setWasSubmitted(true);
    if (nameError) return field.current?.focus();
    const result = await send({ list: bar.list, name, query: bar.query, isShared });
    if (!result.ok) return result.error.fields?.name && field.current?.focus();
    setName("");
    setIsShared(false);
    setWasSubmitted(false);
    onSaved({ href: savedViewHref(bar.path, { id: result.data.id, query: bar.query }) });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      finalFocus={findFinalFocus}
      title="Save view"
      description="The filters, order, and columns of this list, as a tab."
      confirmLabel="Save view"
      busy={isBusy}
      error={error && !error.fields?.name && <ErrorState error={error} isInline />}
    >
      <NameField
        ref={field}
        name={name}
        onChange={(next) => {
          setName(next);
          clearError();
        }}
        error={(wasSubmitted && nameError) || error?.fields?.name}
      />
      {bar.canShare && (
        <Checkbox
          label="Share with the team"
          hint={
            hasTypedText(bar.query)
              ? "Everyone who can open this list sees it, including what you searched for."
              : "Everyone who can open this list sees it."
          }
          checked={isShared}
          onChange={(event) => setIsShared(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

function RenameDialog({ open, onClose, bar, tab, onSaved }: TabDialogProps) {
  const { send, isBusy, error, clearError } = useAction(changeView);
  const version = useOpenedVersion(tab);
  const [name, setName] = useState(tab.name);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const others = bar.tabs.filter(({ id }) => id !== tab.id);
  const nameError = findNameError(name) ?? findTakenError(name, others, tab.isShared);

  async function confirm() {
    setWasSubmitted(true);
    if (nameError) return field.current?.focus();
    const result = await send({ list: bar.list, viewId: tab.id, version, name });
    if (!result.ok) return result.error.fields?.name && field.current?.focus();
    onSaved({ change: { viewId: tab.id, from: version, to: result.data.version } });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Rename view"
      description={tab.isShared ? "The view has the new name for everyone." : null}
      confirmLabel="Rename"
      busy={isBusy}
      error={error && !error.fields?.name && <ErrorState error={error} isInline />}
    >
      <NameField
        ref={field}
        name={name}
        onChange={(next) => {
          setName(next);
          clearError();
        }}
        error={(wasSubmitted && nameError) || error?.fields?.name}
      />
    </ConfirmDialog>
  );
}

/** Asks before others see what was typed, or lose the view. */
function SharingDialog({ open, onClose, bar, tab, onSaved }: TabDialogProps) {
  const { send, isBusy, error } = useAction(shareView);
  const version = useOpenedVersion(tab);
  // After it is stopped, the page shows the new state behind the closing dialog.
  const [{ isShared, isTeamDefault, ownerName }] = useState(tab);

  async function confirm() {
    const result = await send({ list: bar.list, viewId: tab.id, version, isShared: !isShared });
    if (result.ok) onSaved({ change: { viewId: tab.id, from: version, to: result.data.version } });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={isShared ? `Stop sharing “${tab.name}”?` : `Share “${tab.name}” with the team?`}
      description={
        isShared
          ? `Only ${ownerName ?? "you"} will see the view, and only ${ownerName ?? "you"} can share it again.${
              isTeamDefault ? " The list no longer opens with it for the team." : ""
            }`
          : "Everyone who can open this list sees the view, including what you searched for."
      }
      confirmLabel={isShared ? "Stop sharing" : "Share"}
      tone={isShared ? "danger" : "primary"}
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

function DeleteDialog({ open, onClose, bar, tab, onSaved, onRestored }: TabDialogProps) {
  const { send, isBusy, error } = useAction(deleteView);
  const version = useOpenedVersion(tab);

  async function confirm() {
    const result = await send({ viewId: tab.id, version });
    if (!result.ok) return;
    showDeleted({ list: bar.list, viewId: tab.id, name: tab.name }, onRestored);
    onSaved({ href: allViewHref(bar.path) });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Delete “${tab.name}”?`}
      description={
        tab.isShared
          ? "The view disappears for everyone on the team. No rows are deleted."
          : "The view disappears. No rows are deleted."
      }
      confirmLabel="Delete view"
      tone="danger"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

type NameFieldProps = {
  ref: Ref<HTMLInputElement>;
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
};

function NameField({ ref, name, onChange, error }: NameFieldProps) {
  return (
    <Field
      label="Name"
      required
      count={{ used: name.trim().length, limit: VIEW_NAME_MAX_CHARACTERS }}
      error={error}
    >
      <TextInput ref={ref} value={name} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** The version that the person saw when the dialog opened: the page behind it refreshes itself. */
function useOpenedVersion({ version }: ViewTab): number {
  return useState(version)[0];
}
