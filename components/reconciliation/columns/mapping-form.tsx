"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { mapSettlementColumns } from "@/lib/actions/map-settlement-columns";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { DateOrder, DecimalMark } from "@/lib/domain/reconciliation/cell-formats";
import {
  completeFormats,
  type FileGroup,
  REQUIRED_ROLES,
  ROLE_NAMES,
  SETTLEMENT_ROLES,
  type SettlementMapping,
  type SettlementRole,
  shownFormats,
} from "@/lib/domain/reconciliation/settlement-columns";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { MappedFiles } from "./mapped-files";
import { MappingPreview } from "./mapping-preview";

type MappingFormProps = {
  type: SettlementType;
  /** The columns and the first rows of the file that is shown. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** How the file was understood, if it was: more of its rows than the first ones may decide it. */
  readWith: SettlementMapping | null;
  draft: SettlementMapping;
  /** The newest version. */
  version: number | null;
  hasMapping: boolean;
  groups: readonly FileGroup[];
  canWork: boolean;
};

const DECIMAL_OPTIONS: { value: DecimalMark; label: string }[] = [
  { value: ".", label: "Point: 1,234.50" },
  { value: ",", label: "Comma: 1.234,50" },
];
const DATE_OPTIONS: { value: DateOrder; label: string }[] = [
  { value: "day-first", label: "Day first: 31/12/2026" },
  { value: "month-first", label: "Month first: 12/31/2026" },
];
const AS_EACH_FILE = "As each file shows";
const READ_AGAIN = "All files of this type are being read again.";

export function MappingForm(props: MappingFormProps) {
  const { type, columns, rows, readWith, version, hasMapping, groups, canWork } = props;
  const [draft, setDraft] = useState(props.draft);
  const { send, isBusy, error, clearError } = useAction(mapSettlementColumns);
  const refresh = useRefresh();
  const { decimal, dates } = draft.formats;
  const understood = {
    columns: draft.columns,
    formats: {
      decimal: decimal ?? readWith?.formats.decimal ?? null,
      dates: dates ?? readWith?.formats.dates ?? null,
    },
  };
  const { question } = completeFormats(columns, understood, rows);

  function change(next: SettlementMapping) {
    clearError();
    setDraft(next);
  }

  function chooseColumn(role: SettlementRole, name: string) {
    const { [role]: _, ...others } = draft.columns;
    change({ ...draft, columns: name === "" ? others : { ...others, [role]: name } });
  }

  async function save() {
    if (question) return;
    const result = await send({ type, mapping: draft, basedOn: version });
    refresh();
    if (result.ok) toast({ title: "Columns saved", detail: READ_AGAIN, tone: "good" });
  }

  return (
    <form
      aria-label="Columns"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Panel title="Columns" lead="What each column of the file means.">
        <fieldset
          disabled={!canWork}
          className="grid min-w-0 grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3"
        >
          <legend className="sr-only">Columns</legend>
          {ROLE_NAMES.map((role) => (
            <Field
              key={role}
              label={SETTLEMENT_ROLES[role]}
              required={REQUIRED_ROLES.includes(role)}
              optional={!REQUIRED_ROLES.includes(role)}
            >
              <Select
                value={draft.columns[role] ?? ""}
                placeholder="Not in the file"
                options={columns.map((name, index) => ({
                  value: name,
                  label: withSample(name, rows[0]?.[index] ?? ""),
                }))}
                onChange={(event) => chooseColumn(role, event.target.value)}
              />
            </Field>
          ))}
          <Field label="Decimal mark">
            <Select
              value={decimal ?? ""}
              placeholder={AS_EACH_FILE}
              options={DECIMAL_OPTIONS}
              onChange={({ target: { value } }) =>
                change({
                  ...draft,
                  formats: { ...draft.formats, decimal: (value || null) as DecimalMark | null },
                })
              }
            />
          </Field>
          <Field label="Date order" hint="For dates that don’t start with the year.">
            <Select
              value={dates ?? ""}
              placeholder={AS_EACH_FILE}
              options={DATE_OPTIONS}
              onChange={({ target: { value } }) =>
                change({
                  ...draft,
                  formats: { ...draft.formats, dates: (value || null) as DateOrder | null },
                })
              }
            />
          </Field>
        </fieldset>
      </Panel>
      <Panel
        title="Preview"
        lead="The first rows as they would be understood, above what the file says."
        isFlush
      >
        <MappingPreview
          columns={columns}
          rows={rows}
          mapping={{ ...draft, formats: shownFormats(columns, understood, rows) }}
        />
      </Panel>
      {question && (
        <Callout tone="warn" isAnnounced>
          {question}
        </Callout>
      )}
      <MappedFiles type={type} mapping={draft} groups={groups} />
      {error && <ErrorState error={error} isInline />}
      {canWork ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" busy={isBusy} disabled={question !== null}>
            Save columns
          </Button>
          {hasMapping && (
            <ActionButton
              action={mapSettlementColumns}
              input={{ type, mapping: null, basedOn: version }}
              failedTitle="Couldn’t change the columns"
              successToast={{ title: "Recognized columns are used", detail: READ_AGAIN, tone: "good" }}
            >
              Use what is recognized
            </ActionButton>
          )}
        </div>
      ) : (
        <p className="text-small text-ink-2">Admins and finance can change the columns.</p>
      )}
    </form>
  );
}

function withSample(name: string, sample: string): string {
  const text = sample.trim();
  return text === "" ? name : `${name} (${text.length <= 24 ? text : `${text.slice(0, 24)}…`})`;
}
