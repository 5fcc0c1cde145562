"use client";

import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { useView } from "@/lib/client/use-view";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { formatPeriod } from "@/lib/domain/reports/report";
import type { IsoDate } from "@/lib/domain/time/calendar";

type View = { type: SettlementType; date: IsoDate | null };

type FileSelectProps = {
  view: View;
  defaults: View;
  /** The date of the file that is shown. */
  shown: IsoDate;
  files: readonly { date: IsoDate; isUnclear: boolean }[];
};

/** Which file's rows are shown. The columns are those of all files of its type. */
export function FileSelect({ view, defaults, shown, files }: FileSelectProps) {
  const { view: chosen, change } = useView({ path: "/reconciliation/columns", view, defaults });
  return (
    <Field label="File" className="max-w-72">
      <Select
        // A link may have a date without a file.
        value={files.find(({ date }) => date === chosen.date)?.date ?? shown}
        options={files.map(({ date, isUnclear }) => ({
          value: date,
          label: `${formatPeriod(view.type, date)}${isUnclear ? " (not understood)" : ""}`,
        }))}
        onChange={(event) => change({ date: event.target.value })}
      />
    </Field>
  );
}
