"use client";

import { useState } from "react";
import { useDesigns } from "@/components/designs/use-designs";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { saveTemplate } from "@/lib/actions/save-template";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { type CardTemplate, type TemplateContent, templateKey } from "@/lib/domain/cards/card-template";
import { findTemplateNameError, TemplateNameField } from "./template-name-field";
import { templateFacts, templateSummary } from "./template-text";
import { useTemplates } from "./use-templates";

export type SaveTemplateDialogProps = OpenDialog & { content: TemplateContent; currency: string | null };

export default function SaveTemplateDialog({ open, onClose, content, currency }: SaveTemplateDialogProps) {
  const { templates, refetch } = useTemplates();
  const { data: designs } = useDesigns();
  const { send, isBusy, error, clearError } = useAction(saveTemplate);
  const [name, setName] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  /** As the person saw it when they were told. */
  const [shown, setShown] = useState<CardTemplate | null>(null);
  const hasName = (template: CardTemplate) => templateKey(template.name) === templateKey(name);
  const replaced = shown && hasName(shown) ? shown : null;

  async function confirm() {
    setWasSubmitted(true);
    if (findTemplateNameError(name)) return;
    const existing = templates.find(hasName);
    if (existing && !replaced) {
      clearError();
      return setShown(existing);
    }
    const replaces = replaced && { templateId: replaced.id, version: replaced.version };
    const result = await send({ name, content, replaces });
    setShown(null);
    void refetch();
    if (!result.ok) return;
    toast({ title: `Saved template “${result.data.name}”`, tone: "good" });
    setName("");
    close();
  }

  function close() {
    clearError();
    setWasSubmitted(false);
    setShown(null);
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void confirm()}
      title="Save as template"
      description="Everyone who can issue cards can use it. Nothing about the cardholder is stored."
      confirmLabel={replaced ? "Replace template" : "Save template"}
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <TemplateNameField name={name} onChange={setName} wasSubmitted={wasSubmitted} />
      <DescriptionList facts={templateFacts(content, { designs, currency })} />
      {replaced && (
        <Callout tone="warn" isAnnounced detail={templateSummary(replaced, { designs, currency })}>
          “{replaced.name}” already exists. Saving replaces it for everyone.
        </Callout>
      )}
    </ConfirmDialog>
  );
}
