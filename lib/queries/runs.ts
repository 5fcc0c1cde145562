import "server-only";
import { z } from "zod";
import { findProgramCurrency } from "@/lib/card-index/program-currency";
import { can } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { ITEM_STATES, type ItemState, RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { env } from "@/lib/env";
import {
  hasRetriable,
  listRuns,
  readRun,
  readRunItems,
  readRunWarnings,
  readSkips,
} from "@/lib/runs/read-runs";
import { defineQuery } from "./define-query";
import { readDesignNames } from "./design-names";

const RUNS_PER_PAGE = 50;
const ITEMS_PER_PAGE = 100;

export const getRuns = defineQuery({
  name: "bulk runs",
  permission: "bulk.freeze",
  input: z.object({ before: OwnId.nullable() }),
  async run({ input: { before }, actor }) {
    const runs = await listRuns(actor.id, { before, limit: RUNS_PER_PAGE + 1 });
    const page = runs.slice(0, RUNS_PER_PAGE);
    return success({ runs: page, next: runs.length > RUNS_PER_PAGE ? (page.at(-1)?.id ?? null) : null });
  },
});

export const getRun = defineQuery({
  name: "a bulk run",
  permission: "bulk.freeze",
  input: z.object({
    runId: OwnId,
    state: z.enum(Object.keys(ITEM_STATES) as [ItemState, ...ItemState[]]).nullable(),
    after: z.int().min(0),
  }),
  async run({ input: { runId, state, after }, actor, requestId }) {
    const run = await readRun(runId, actor.id);
    if (!run) return failure({ code: "not-found", message: "Run not found.", requestId, retry: "never" });
    const hasEnded = run.startedAt !== null && run.finishedAt !== null;
    const [skips, canRetry] = await Promise.all([
      run.counts.skipped > 0 ? readSkips(runId) : [],
      hasEnded && run.counts.failed + run.counts.canceled > 0 && hasRetriable(runId),
    ]);
    const items = await readRunItems(runId, { state, after, limit: ITEMS_PER_PAGE + 1 });
    const page = items.slice(0, ITEMS_PER_PAGE);
    const isIssue = run.kind === "issue";
    const warnings = isIssue && run.state === "planned" ? await readRunWarnings(runId) : [];
    const hasDetails = page.some(({ details }) => details !== null);
    return success({
      run,
      // They can name an applicant of a profile, and profiles are for people who may issue cards.
      warnings: can(actor.role, "cards.create")
        ? warnings
        : warnings.filter(({ isAboutCustomer }) => !isAboutCustomer),
      designNames: hasDetails ? Object.fromEntries(await readDesignNames()) : {},
      skips,
      canRetry,
      items: page,
      next: items.length > ITEMS_PER_PAGE ? (page.at(-1)?.position ?? null) : null,
      currency: isIssue ? await findProgramCurrency() : null,
      cardsPerSecond: env().bulkCardsPerSecond,
      canControl: can(actor.role, RUN_PERMISSIONS[run.kind]),
      canUndo: can(actor.role, "bulk.run"),
      canExport: can(actor.role, "lists.export"),
    });
  },
});
