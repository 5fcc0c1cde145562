"use client";

import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useDesigns } from "@/components/designs/use-designs";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { DescriptionList } from "@/components/ui/description-list";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { deleteTemplate } from "@/lib/actions/delete-template";
import { renameTemplate } from "@/lib/actions/rename-template";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import {
  type CardTemplate,
  findDesignProblem,
  planTemplate,
  TEMPLATE_FIELDS,
  type TemplateField,
  type TemplatePlan,
  type TemplateValues,
} from "@/lib/domain/cards/card-template";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { TemplateList } from "./template-list";
import { findTemplateNameError, TemplateNameField } from "./template-name-field";
import { designProblemText } from "./template-text";
import { useTemplates } from "./use-templates";

export type AppliedTemplate = TemplatePlan & { name: string; designProblem: string | null };

export type TemplateDialogProps = OpenDialog & {
  today: IsoDate;
  currency: string | null;
  readCurrent: () => TemplateValues;
  onApply: (applied: AppliedTemplate) => void;
};

/** A template stays as the person saw it when they chose what to do with it. */
type Mode =
  | { is: "list" }
  | { is: "replace"; template: CardTemplate; current: TemplateValues; plan: AppliedTemplate }
  | { is: "rename"; template: CardTemplate }
  | { is: "delete"; template: CardTemplate };

const LIST: Mode = { is: "list" };

/** The team's templates: to use, rename, or delete one. */
export default function TemplateDialog(props: TemplateDialogProps) {
  const { open, onClose, today, currency, readCurrent, onApply } = props;
  const { templates, refetch } = useTemplates();
  const { data: designs } = useDesigns();
  const renaming = useAction(renameTemplate);
  const deleting = useAction(deleteTemplate);
  const [mode, setMode] = useState<Mode>(LIST);
  // Left out at once: the list that was read again may render after the focus has moved.
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const formId = useId();
  const content = useRef<HTMLDivElement>(null);
  const safeButton = useRef<HTMLButtonElement>(null);
  /** The template that the person comes back from. */
  const lastId = useRef<string | null>(null);
  const isBusy = renaming.isBusy || deleting.isBusy;
  const error = renaming.error ?? deleting.error;

  // Each mode replaces the button that led to it. Later than now, the popup takes the focus that was lost, and keeps it.
  useLayoutEffect(() => {
    if (mode.is === "rename") content.current?.querySelector("input")?.focus();
    else if (mode.is !== "list") safeButton.current?.focus();
    else if (lastId.current) findListFocus(content.current, lastId.current)?.focus();
  }, [mode]);
  // A renamed template moves in the list, which takes the focus from its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list changes
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active.getAttribute("role") === "dialog";
    if (mode.is === "list" && lastId.current && isLost)
      findListFocus(content.current, lastId.current)?.focus();
  }, [templates]);

  function show(next: Mode) {
    renaming.clearError();
    deleting.clearError();
    setWasSubmitted(false);
    if (next.is === "rename") setName(next.template.name);
    if (next.is !== "list") lastId.current = next.template.id;
    setMode(next);
  }

  function close() {
    lastId.current = null;
    show(LIST);
    onClose();
  }

  function use(template: CardTemplate) {
    const problem = findDesignProblem(template.cardDesign, designs);
    const current = readCurrent();
    const plan = {
      ...planTemplate(template, current, { today, canUseDesign: problem === null }),
      name: template.name,
      designProblem: problem && designProblemText(template.cardDesign, problem, designs),
    };
    if (plan.replaced.length > 0) show({ is: "replace", template, current: { ...current }, plan });
    else apply(plan);
  }

  function apply(plan: AppliedTemplate) {
    onApply(plan);
    close();
  }

  async function rename(event: FormEvent, { id, version }: CardTemplate) {
    event.preventDefault();
    // React also bubbles the submit from the portal to the wizard's form.
    event.stopPropagation();
    setWasSubmitted(true);
    if (isBusy || findTemplateNameError(name)) return;
    const result = await renaming.send({ templateId: id, version, name });
    void refetch();
    if (result.ok) show(LIST);
  }

  async function remove({ id, version }: CardTemplate) {
    const result = await deleting.send({ templateId: id, version });
    await refetch();
    if (!result.ok) return;
    toast({ title: `Deleted “${result.data.name}”`, tone: "good" });
    setDeletedId(id);
    show(LIST);
  }

  const view = describeView();

  function describeView(): View {
    if (mode.is === "list")
      return {
        title: "Templates",
        description: "Everyone who can issue cards can use and change them.",
        body: (
          <TemplateList
            templates={templates.filter(({ id }) => id !== deletedId)}
            designs={designs}
            currency={currency}
            onUse={use}
            onRename={(template) => show({ is: "rename", template })}
            onDelete={(template) => show({ is: "delete", template })}
          />
        ),
      };
    const { template } = mode;
    if (mode.is === "rename")
      return {
        title: "Rename template",
        description: "The template has the new name for everyone.",
        body: (
          <form id={formId} noValidate onSubmit={(event) => void rename(event, template)}>
            <TemplateNameField name={name} onChange={setName} wasSubmitted={wasSubmitted} />
          </form>
        ),
        confirm: (
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            Rename
          </Button>
        ),
      };
    if (mode.is === "delete")
      return {
        title: `Delete “${template.name}”?`,
        description:
          "The template disappears for everyone. Issued cards stay as they are. It can’t be undone.",
        confirm: (
          <Button tone="destructive" busy={isBusy} onClick={() => void remove(template)}>
            Delete template
          </Button>
        ),
      };
    const { current, plan } = mode;
    return {
      title: "Replace what you entered?",
      description: `“${template.name}” has other values for these fields.`,
      body: <DescriptionList facts={replacedFacts(current, plan, designs)} />,
      confirm: (
        <Button tone="primary" onClick={() => apply(plan)}>
          Replace
        </Button>
      ),
    };
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={view.title}
      description={view.description}
      footer={
        view.confirm && (
          <>
            <Button ref={safeButton} onClick={() => show(LIST)} disabled={isBusy}>
              Cancel
            </Button>
            {view.confirm}
          </>
        )
      }
      step={mode.is}
      busy={isBusy}
      initialFocus={(interaction) =>
        interaction === "touch" || (content.current?.querySelector<HTMLElement>("input, button") ?? true)
      }
    >
      <div ref={content} className="flex flex-col gap-4 empty:hidden">
        {view.body}
        {error && <ErrorState error={error} isInline />}
      </div>
    </Dialog>
  );
}

type View = { title: string; description: string; body?: ReactNode; confirm?: ReactNode };

function findListFocus(list: HTMLElement | null, templateId: string): HTMLElement | null {
  const selectors = [`[data-template="${templateId}"] button`, "button", "p"];
  return selectors.reduce<HTMLElement | null>(
    (found, selector) => found ?? list?.querySelector(selector) ?? null,
    null,
  );
}

type NamedDesign = { id: string; name: string };

function replacedFacts(
  current: TemplateValues,
  { replaced, values }: TemplatePlan,
  designs: readonly NamedDesign[] | undefined,
) {
  const describe = (field: TemplateField, text: string) => {
    if (text === "") return "Empty";
    if (field === "expiryDate") return formatDay(text);
    return (field === "cardDesign" && designs?.find(({ id }) => id === text)?.name) || text;
  };
  return replaced.map((field) => ({
    name: TEMPLATE_FIELDS[field],
    value: (
      <span className="[overflow-wrap:anywhere]">
        <del className="text-ink-2">{describe(field, current[field])}</del>{" "}
        <ins className="font-medium no-underline">{describe(field, values[field])}</ins>
      </span>
    ),
  }));
}
