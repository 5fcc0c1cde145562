"use client";

import { type FormEvent, type RefObject, useMemo } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import { Select } from "@/components/ui/fields/select";
import { Callout } from "@/components/ui/messages/callout";
import { Panel } from "@/components/ui/panel";
import {
  ISSUE_COLUMNS,
  type IssueColumnKey,
  isHeaderData,
  missingColumns,
  recognizeColumns,
  unusedColumns,
} from "@/lib/domain/issue-rows/columns";
import {
  type DateQuestion,
  type DayOrder,
  type DayOrders,
  readRows,
} from "@/lib/domain/issue-rows/read-rows";
import { formatDay } from "@/lib/domain/time/date-time";
import type { Table } from "@/lib/spreadsheets/table";
import type { ColumnMapping } from "./remembered-columns";
import { sampleText } from "./sample-text";

type ColumnsStepProps = {
  table: Table;
  mapping: ColumnMapping;
  remembered: ColumnMapping | null;
  answers: DayOrders;
  /** Rows were changed that would be read again. */
  hasChanges: boolean;
  isBusy: boolean;
  onChange: (change: { mapping?: ColumnMapping; answers?: DayOrders }) => void;
  /** The first row has no column names, but values. */
  onHeaderIsRow: () => void;
  onContinue: () => void;
  onBack: () => void;
  titleRef: RefObject<HTMLHeadingElement | null>;
};

const LABELS = new Map(ISSUE_COLUMNS.map(({ key, label }) => [key, label]));

/** What each column of the file means. */
export function ColumnsStep(props: ColumnsStepProps) {
  const {
    table,
    mapping,
    remembered,
    answers,
    hasChanges,
    isBusy,
    onChange,
    onHeaderIsRow,
    onContinue,
    onBack,
    titleRef,
  } = props;
  const questions = useMemo(() => readRows(table.rows, mapping.map(onlyDates)).questions, [table, mapping]);
  const recognized = useMemo(() => recognizeColumns(table.header), [table]);
  const isAsLastTime = mapping === remembered && mapping.some((key, index) => key !== recognized[index]);
  const missing = missingColumns(mapping);
  const unused = unusedColumns(table.header, mapping);
  const isOpen = questions.some(({ key }) => !answers[key]);
  const obstacle = mapping.every((key) => key === null)
    ? "Choose at least one column."
    : isOpen
      ? "Say first how the dates are written."
      : undefined;

  function chooseColumn(index: number, value: string) {
    const key = ISSUE_COLUMNS.find((column) => column.key === value)?.key ?? null;
    onChange({ mapping: mapping.map((other, position) => (position === index ? key : other)) });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!obstacle) onContinue();
  }

  return (
    <form aria-label="Columns" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isHeaderData(table.header) && (
        <Callout
          tone="warn"
          action={
            <Button
              size="small"
              onClick={() => {
                onHeaderIsRow();
                titleRef.current?.focus();
              }}
            >
              Use it as a row
            </Button>
          }
        >
          The first row looks like a card, not like column names.
        </Callout>
      )}
      {isAsLastTime && (
        <Callout
          action={
            <Button
              size="small"
              onClick={() => {
                onChange({ mapping: recognized });
                titleRef.current?.focus();
              }}
            >
              Use what was recognized
            </Button>
          }
        >
          Columns chosen as last time for these headers.
        </Callout>
      )}
      <Panel
        titleRef={titleRef}
        title="Columns"
        lead="What each column of the file means, with values from it."
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {table.header.map((name, index) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity than their place
              key={index}
              label={<span className="break-words">{name.trim() || `Column ${index + 1}`}</span>}
              hint={<span className="break-words">{sampleText(table, index)}</span>}
            >
              <Select
                value={mapping[index] ?? ""}
                placeholder="Don’t use"
                options={ISSUE_COLUMNS.map(({ key, label }) => ({
                  value: key,
                  label,
                  isDisabled: mapping.some((other, position) => other === key && position !== index),
                }))}
                onChange={(event) => chooseColumn(index, event.target.value)}
              />
            </Field>
          ))}
        </div>
      </Panel>
      {questions.length > 0 && (
        <Panel title="Dates" lead="These can be read in two ways.">
          <div className="flex flex-col gap-4">
            {questions.map((question) => (
              <RadioPills
                key={question.key}
                name={`dates-${question.key}`}
                legend={`“${question.example}” in ${LABELS.get(question.key)} is`}
                value={answers[question.key] ?? null}
                options={ORDERS.map((order) => ({ value: order, label: orderText(order, question) }))}
                onChange={(order) => onChange({ answers: { ...answers, [question.key]: order } })}
              />
            ))}
          </div>
        </Panel>
      )}
      {unused.length > 0 && (
        <Callout tone="warn">
          Recognized, but not used:{" "}
          {unused.map(({ index, label }) => `“${table.header[index]?.trim()}” (${label})`).join(", ")}.
        </Callout>
      )}
      {missing.length > 0 && (
        <p className="text-ink-2">
          No column yet for: {missing.join(", ")}. You can also fill them in later.
        </p>
      )}
      {hasChanges && (
        <Callout tone="warn">If you choose other columns, what you changed in the rows is lost.</Callout>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" tone="primary" busy={isBusy} unavailable={obstacle}>
          Check rows
        </Button>
        <Button onClick={onBack}>Choose another file</Button>
        {obstacle && <p className="text-ink-2">{obstacle}</p>}
      </div>
    </form>
  );
}

const ORDERS = ["day-first", "month-first"] as const satisfies readonly DayOrder[];

function orderText(order: DayOrder, { understood }: DateQuestion): string {
  return formatDay(understood[order]);
}

function onlyDates(key: IssueColumnKey | null): IssueColumnKey | null {
  return key === "dob" || key === "expiryDate" ? key : null;
}
