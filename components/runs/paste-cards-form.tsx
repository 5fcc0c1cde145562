"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useBlockReason } from "@/components/cards/block/use-block-reason";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { planRun } from "@/lib/actions/plan-run";
import { useAction } from "@/lib/client/use-action";
import { BLOCK_REASONS } from "@/lib/domain/cards/block-reason";
import { readPastedNames } from "@/lib/domain/runs/pasted-names";
import { type CardRunKind, RUN_KINDS } from "@/lib/domain/runs/run";

/** Leads to the preview, which says what each one resolved to. */
export function PasteCardsForm({ kinds }: { kinds: readonly CardRunKind[] }) {
  const [pasted, setPasted] = useState("");
  const [kind, setKind] = useState<CardRunKind>(kinds[0] ?? "freeze");
  const [problem, setProblem] = useState<string | null>(null);
  const { send, isBusy, error } = useAction(planRun);
  const blockReason = useBlockReason(BLOCK_REASONS);
  const router = useRouter();
  const input = useRef<HTMLTextAreaElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const read = readPastedNames(pasted);
    setProblem("problem" in read ? read.problem : null);
    if ("problem" in read && read.from !== undefined) {
      input.current?.focus();
      input.current?.setSelectionRange(read.from, read.to ?? read.from);
    }
    const reason = kind === "block" ? blockReason.take() : "";
    if ("problem" in read || reason === null) return;
    const scope = { names: pasted };
    const planned = await send(kind === "block" ? { kind, scope, reason } : { kind, scope });
    if (planned.ok) router.push(`/bulk/${planned.data.runId}`);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Field
        label="Card IDs or last fours"
        hint="Separated by spaces, commas, or lines. Nothing happens before you have seen the preview."
        error={problem ?? undefined}
      >
        <Textarea
          ref={input}
          rows={4}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          spellCheck={false}
        />
      </Field>
      {kinds.length > 1 && (
        <Field label="What to do" className="w-48">
          <Select
            value={kind}
            options={kinds.map((value) => ({ value, label: RUN_KINDS[value] }))}
            onChange={(event) => setKind(event.target.value as CardRunKind)}
          />
        </Field>
      )}
      {kind === "block" && blockReason.fields}
      {error && <ErrorState error={error} isInline />}
      <div>
        <Button type="submit" busy={isBusy}>
          {kinds.length > 1 ? "Preview" : `Preview the ${RUN_KINDS[kind].toLowerCase()}`}
        </Button>
      </div>
    </form>
  );
}
