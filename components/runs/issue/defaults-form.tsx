"use client";

import { useMemo, useState } from "react";
import { useTemplates } from "@/components/cards/create-wizard/use-templates";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { fieldSentence } from "@/lib/client/field-message";
import type { CardDesign } from "@/lib/contract/card-design";
import { checkDefaults, type IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import { templateCells } from "@/lib/domain/cards/card-template";
import { DEFAULT_COLUMNS, ISSUE_COLUMNS, type IssueColumn } from "@/lib/domain/issue-rows/columns";
import { readCell } from "@/lib/domain/issue-rows/read-rows";
import type { IsoDate } from "@/lib/domain/time/calendar";

type DefaultsFormProps = {
  defaults: IssueDefaults;
  designs: readonly CardDesign[] | null;
  today: IsoDate;
  onChange: (defaults: IssueDefaults) => void;
};

const COLUMNS = DEFAULT_COLUMNS.flatMap((key) => ISSUE_COLUMNS.filter((column) => column.key === key));

/** Values for all rows in which the cell is empty. */
export function DefaultsForm({ defaults, designs, today, onChange }: DefaultsFormProps) {
  const { templates } = useTemplates();
  const problems = useMemo(() => checkDefaults({ defaults, designs, today }), [defaults, designs, today]);
  /** The template that was used last, and how often one was, because the fields then show other values. */
  const [used, setUsed] = useState({ id: "", times: 0 });

  function use(id: string) {
    setUsed({ id, times: used.times + 1 });
    const template = templates.find((known) => known.id === id);
    if (!template) return;
    const { design, ...cells } = templateCells(template, today);
    const name = designs?.find((known) => known.id === design)?.name;
    onChange({ ...defaults, ...cells, ...(design && { design: name ?? design }) });
  }

  function change({ key }: IssueColumn, text: string) {
    const value = readCell(key, text);
    if (value !== (defaults[key] ?? "")) onChange({ ...defaults, [key]: value });
    return value;
  }

  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {templates.length > 0 && (
        <Field label="Fill in from a template">
          <Select
            value={used.id}
            placeholder="Choose a template"
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => use(event.target.value)}
          />
        </Field>
      )}
      {COLUMNS.map((column) => {
        const choices = column.key === "design" ? designs?.map(({ name }) => name) : column.choices;
        return (
          <Field
            key={column.key}
            label={column.label}
            hint={choices ? undefined : HINTS[column.key]}
            error={fieldSentence(problems[column.key])}
          >
            {choices ? (
              <Select
                value={defaults[column.key] ?? ""}
                placeholder="As in each row"
                options={choices.map((value) => ({ value, label: value }))}
                onChange={(event) => change(column, event.target.value)}
              />
            ) : (
              <DefaultInput
                key={used.times}
                type={column.key === "expiryDate" ? "date" : "text"}
                initial={defaults[column.key] ?? ""}
                onCommit={(text) => change(column, text)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

const HINTS: Partial<Record<IssueColumn["key"], string>> = {
  design: "A name or an ID.",
  spendLimit: "Such as 500 or 500.50.",
  country: "A code such as GBR, or a name.",
  dialCode: "Such as 44.",
};

type DefaultInputProps = {
  type: "text" | "date";
  initial: string;
  /** Returns the text as it is understood. */
  onCommit: (text: string) => string;
};

// All rows are checked again after a change, so not at each key.
function DefaultInput({ type, initial, onCommit }: DefaultInputProps) {
  const [text, setText] = useState(initial);
  const commit = () => setText(onCommit(text));
  return (
    <TextInput
      type={type}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
