"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Callout } from "@/components/ui/messages/callout";
import type { CardDesign } from "@/lib/contract/card-design";
import { ISSUE_COLUMNS, recognizeColumns } from "@/lib/domain/issue-rows/columns";
import { countOf } from "@/lib/domain/money/numbers";
import { formatBytes } from "@/lib/domain/reports/report";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { findSizeProblem } from "@/lib/spreadsheets/limits";
import type { Table } from "@/lib/spreadsheets/table";
import { ChooseFile } from "./choose-file";
import { ColumnsStep } from "./columns-step";
import { headerAsRow } from "./header-as-row";
import { type Company, type IssueWork, type Source, useIssueWork } from "./issue-work";
import { PlanRows, type StoredRows } from "./plan-rows";
import { recallColumns, rememberColumns } from "./remembered-columns";
import { emptyRows, startRows } from "./rows-state";
import { RowsStep } from "./rows-step";
import { TableWorker } from "./table-worker";

type IssueFromFileProps = {
  /** Null if they can't be read. */
  designs: readonly CardDesign[] | null;
  today: IsoDate;
  /** For cards of many people of one company, without a file. */
  company: Company | null;
  /** The run whose rows are changed. */
  plan: string | null;
};

const UNSAVED = { isUnsaved: true, runId: null } as const;
const UNREADABLE = "The file couldn’t be read. Save it as CSV in a spreadsheet app, and try again.";

/** From a file to planned cards: choose it, say what its columns mean, correct its rows. */
export function IssueFromFile({ designs, today, company, plan }: IssueFromFileProps) {
  const [work, setWork] = useIssueWork(
    { company: company?.id ?? null, plan },
    () => company && startTeam(company),
  );
  const router = useRouter();
  const [isDiscarded, setIsDiscarded] = useState(false);
  const [worker] = useState(() => new TableWorker());
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReadingRows, setIsReadingRows] = useState(false);
  /** A canceled one must change nothing. */
  const lastRead = useRef(0);

  const title = useRef<HTMLHeadingElement>(null);
  const shownStep = work?.step ?? "file";
  const lastStep = useRef(shownStep);

  // What had the focus is gone.
  useEffect(() => {
    if (lastStep.current === shownStep) return;
    lastStep.current = shownStep;
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [shownStep]);
  useEffect(() => () => worker.stop(), [worker]);
  // A file that is dropped next to the box would replace the page.
  useEffect(() => {
    const prevent = (event: DragEvent) => event.preventDefault();
    window.addEventListener("dragover", prevent);
    window.addEventListener("drop", prevent);
    return () => {
      window.removeEventListener("dragover", prevent);
      window.removeEventListener("drop", prevent);
    };
  }, []);

  async function read(
    text: string,
    fileName: string | null,
    load: () => Promise<Table | { problem: string }>,
  ) {
    lastRead.current += 1;
    const id = lastRead.current;
    setProblem(null);
    setReading(text);
    const table = await load().catch(() => ({ problem: UNREADABLE }));
    if (id !== lastRead.current) return;
    setReading(null);
    if ("problem" in table) setProblem(table.problem);
    else setWork(startWork({ fileName, table }));
  }

  function cancel() {
    lastRead.current += 1;
    setReading(null);
    worker.stop();
  }

  function readFile(file: File) {
    const tooLarge = findSizeProblem(file.size);
    if (tooLarge) {
      setProblem(tooLarge);
      return;
    }
    void read(`Reading ${file.name} (${formatBytes(file.size)})…`, file.name, async () =>
      worker.call("readFile", { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }),
    );
  }

  async function readRows(current: IssueWork) {
    const { source, mapping, answers, read: last } = current;
    rememberColumns(source.table.header, mapping);
    if (last && last.mapping === mapping && last.answers === answers) {
      setWork({ ...current, step: "rows" });
      return;
    }
    setIsReadingRows(true);
    try {
      const { rows } = await worker.call("readRows", { rows: source.table.rows, mapping, answers });
      setWork({ ...current, ...UNSAVED, step: "rows", read: { rows: startRows(rows), mapping, answers } });
    } catch {
      setProblem(UNREADABLE);
    }
    setIsReadingRows(false);
  }

  function discard() {
    setIsDiscarded(true);
    setWork(null);
    // What is sent next replaces no plan.
    if (plan) router.replace("/bulk/issue");
  }

  if (!work && plan && !isDiscarded)
    return <PlanRows runId={plan} onRead={(read) => setWork(startPlan(read, plan))} />;
  if (!work)
    return (
      <ChooseFile
        onFile={readFile}
        onPaste={(text) => void read("Reading rows…", null, () => worker.call("readPaste", { text }))}
        onCancel={cancel}
        reading={reading}
        problem={problem}
        titleRef={title}
      />
    );
  const { source, mapping, answers, read: last, defaults, step } = work;
  if (step === "columns" || !last)
    return (
      <>
        <FileSummary source={source} />
        <ColumnsStep
          table={source.table}
          mapping={mapping}
          remembered={work.remembered}
          answers={answers}
          hasChanges={last !== null && last.rows.history.done.length > 0}
          isBusy={isReadingRows}
          onChange={(change) => setWork({ ...work, ...change })}
          onHeaderIsRow={() =>
            setWork({
              ...startWork({ ...source, table: headerAsRow(source.table) }),
              plannedAs: work.plannedAs,
            })
          }
          onContinue={() => void readRows(work)}
          onBack={discard}
          titleRef={title}
        />
      </>
    );
  return (
    <RowsStep
      source={source}
      mapping={last.mapping}
      answers={last.answers}
      state={last.rows}
      defaults={defaults}
      designs={designs}
      today={today}
      worker={worker}
      company={company}
      runId={work.runId}
      plannedAs={work.plannedAs}
      onChange={(rows) => setWork({ ...work, ...UNSAVED, read: { ...last, rows } })}
      onDefaults={(changed) => setWork({ ...work, ...UNSAVED, defaults: changed })}
      onBack={() => setWork({ ...work, step: "columns", mapping: last.mapping, answers: last.answers })}
      onPlanned={(runId) => setWork({ ...work, isUnsaved: false, runId, plannedAs: runId })}
      onDiscard={discard}
      titleRef={title}
    />
  );
}

function FileSummary({ source: { fileName, table } }: { source: Source }) {
  return (
    <Callout
      title={fileName ?? "Pasted rows"}
      tone={table.notes.length > 0 ? "warn" : "neutral"}
      isAnnounced
      detail={table.notes.length > 0 ? table.notes.join(" ") : undefined}
    >
      {countOf(table.rows.length, "row")}. {table.description}.
    </Callout>
  );
}

function startWork(source: Source): IssueWork {
  const { header } = source.table;
  const remembered = recallColumns(header);
  const mapping = remembered ?? recognizeColumns(header);
  return {
    step: "columns",
    source,
    mapping,
    remembered,
    answers: {},
    read: null,
    defaults: {},
    ...UNSAVED,
    plannedAs: null,
  };
}

/** As if they were read from a file with all columns. */
function startPlan({ fileName, rows }: StoredRows, runId: string): IssueWork {
  const columns = ISSUE_COLUMNS.filter(({ key }) => rows.some(({ cells }) => cells[key]));
  const mapping = columns.map(({ key }) => key);
  const table = {
    header: columns.map(({ label }) => label),
    rows: rows.map(({ number, cells }) => ({ number, cells: mapping.map((key) => cells[key] ?? "") })),
    description: "",
    notes: [],
  };
  return {
    step: "rows",
    source: { fileName, table },
    mapping,
    remembered: null,
    answers: {},
    read: { rows: startRows(rows), mapping, answers: {} },
    defaults: {},
    isUnsaved: false,
    runId,
    plannedAs: runId,
  };
}

const FIRST_ROWS = [1, 2, 3];

function startTeam({ cells }: Company): IssueWork {
  const table = { header: [], rows: [], description: "", notes: [] };
  const read = { rows: startRows(emptyRows(FIRST_ROWS)), mapping: [], answers: {} };
  return {
    step: "rows",
    source: { fileName: null, table },
    mapping: [],
    remembered: null,
    answers: {},
    read,
    defaults: cells,
    isUnsaved: false,
    runId: null,
    plannedAs: null,
  };
}
