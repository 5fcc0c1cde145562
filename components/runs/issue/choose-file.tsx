"use client";

import {
  type DragEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/buttons/button";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/fields/field";
import { Textarea } from "@/components/ui/fields/textarea";
import { Callout } from "@/components/ui/messages/callout";
import { Spinner } from "@/components/ui/messages/spinner";
import { Panel } from "@/components/ui/panel";
import { FIELD } from "@/lib/client/key-targets";

type ChooseFileProps = {
  onFile: (file: File) => void;
  onPaste: (text: string) => void;
  onCancel: () => void;
  /** What is being read, in words. */
  reading: string | null;
  problem: string | null;
  titleRef: RefObject<HTMLHeadingElement | null>;
};

const TEMPLATES = [
  { type: "consumer", name: "consumers" },
  { type: "business", name: "businesses" },
] as const;
const FORMATS = ["xlsx", "csv"] as const;

export function ChooseFile({ onFile, onPaste, onCancel, reading, problem, titleRef }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [pasted, setPasted] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);

  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const isInField = event.target instanceof Element && event.target.closest(FIELD) !== null;
    if (isInField || reading !== null || !event.clipboardData) return;
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text/plain");
    if (file) onFile(file);
    else if (text.trim() !== "") onPaste(text);
  });

  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && reading === null) onFile(file);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsEmpty(pasted.trim() === "");
    if (pasted.trim() !== "") onPaste(pasted);
  }

  return (
    <>
      {problem && (
        <Callout tone="bad" title="This can’t be read" isAnnounced>
          {problem}
        </Callout>
      )}
      {reading !== null && (
        <Callout
          isAnnounced
          action={
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          }
        >
          <span className="flex items-center gap-2">
            <Spinner /> {reading}
          </span>
        </Callout>
      )}
      <Panel
        titleRef={titleRef}
        title="File"
        lead="CSV or XLSX, with one card per row and the column names in the first row."
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={classNames(
            "flex flex-col items-center gap-3 rounded-panel border border-dashed px-4 py-10 text-center",
            isOver ? "border-accent bg-accent-soft" : "border-line-control bg-sunken",
          )}
        >
          <p className="text-ink-2">Drop a file here, or paste rows anywhere on this page.</p>
          <Button
            tone="primary"
            unavailable={reading === null ? undefined : "A file is being read."}
            onClick={() => input.current?.click()}
          >
            Choose a file
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // So that the same file can be chosen again after it was changed.
              event.target.value = "";
              if (file) onFile(file);
            }}
          />
        </div>
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
          {TEMPLATES.flatMap(({ type, name }) =>
            FORMATS.map((format) => (
              <li key={`${type}-${format}`}>
                <a
                  href={`/api/bulk/template?type=${type}&format=${format}`}
                  download
                  className="text-accent hover:underline"
                >
                  Template for {name} ({format.toUpperCase()})
                </a>
              </li>
            )),
          )}
        </ul>
      </Panel>
      <Panel title="Paste">
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field
            label="Rows from a spreadsheet"
            hint="With the column names in the first row."
            error={isEmpty ? "Paste rows first." : undefined}
          >
            <Textarea
              rows={4}
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
              spellCheck={false}
              className="max-h-60 font-mono"
            />
          </Field>
          <div>
            <Button type="submit" unavailable={reading === null ? undefined : "A file is being read."}>
              Read rows
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
