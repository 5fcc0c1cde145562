"use client";

import { useRef, useState } from "react";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { planIssue } from "@/lib/actions/plan-issue";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { type Action, sendAction } from "@/lib/client/send-action";
import type { IssueDefaults } from "@/lib/contract/issue-rows/check-rows";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";
import { type AppError, failure, type Result } from "@/lib/domain/result";

type Rows = {
  rows: readonly IssueRow[];
  defaults: IssueDefaults;
  fileName: string | null;
  replaces: string | null;
};
type Attempt = Rows & { runId: string; planId: string; sent: number };

const ROWS_PER_REQUEST = 250;
const MAX_NAME_CHARACTERS = 255;

/** Sends the rows in parts, then plans them. A repeated attempt continues where the last one stopped. */
export function usePlanIssue() {
  const attempt = useRef<Attempt | null>(null);
  /** How many rows are sent, while they are. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  async function plan(chosen: Rows): Promise<string | null> {
    const current = isSame(attempt.current, chosen) ? attempt.current : startAttempt(chosen);
    attempt.current = current;
    setError(null);
    setSent(current.sent);
    const result = await sendAll(current, setSent);
    setSent(null);
    if (result.ok) return result.data.runId;
    setError(result.error);
    // These rows are refused, so the next attempt is a new run.
    if (result.error.retry === "never") attempt.current = null;
    return null;
  }

  return { plan, sent, error };
}

async function sendAll(attempt: Attempt, onSent: (rows: number) => void): Promise<Result<{ runId: string }>> {
  const { rows, defaults, fileName, replaces, runId, planId } = attempt;
  while (attempt.sent < rows.length) {
    const part = rows.slice(attempt.sent, attempt.sent + ROWS_PER_REQUEST);
    const input = { runId, from: attempt.sent + 1, rows: part.map(toPlainRow), defaults };
    const added = await send(addIssueRows, newOperationId(), input);
    if (!added.ok) return added;
    attempt.sent += part.length;
    onSent(attempt.sent);
  }
  const name = fileName?.slice(0, MAX_NAME_CHARACTERS) ?? null;
  return send(planIssue, planId, { runId, count: rows.length, fileName: name, replaces });
}

async function send<Input, Data>(
  action: Action<Input, Data>,
  operationId: string,
  input: Input,
): Promise<Result<Data>> {
  const result = await sendAction(action, operationId, input).catch(() => null);
  return result ?? failure(noResponseError("No card is issued before you start the run."));
}

function toPlainRow({ number, cells }: IssueRow) {
  return { number, cells: { ...cells } };
}

function startAttempt(chosen: Rows): Attempt {
  return { ...chosen, runId: newOperationId(), planId: newOperationId(), sent: 0 };
}

function isSame(attempt: Attempt | null, { rows, defaults, replaces }: Rows): attempt is Attempt {
  return (
    attempt !== null &&
    attempt.rows === rows &&
    attempt.defaults === defaults &&
    attempt.replaces === replaces
  );
}
