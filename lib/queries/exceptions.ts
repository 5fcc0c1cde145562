import "server-only";
import { z } from "zod";
import { listPeople } from "@/lib/auth/people";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { pool } from "@/lib/db/database";
import { can } from "@/lib/domain/people/permissions";
import { type ExceptionFilter, RuleConditions } from "@/lib/domain/reconciliation/exception-work";
import type { ListedException } from "@/lib/domain/reconciliation/listed-exception";
import { failure, success } from "@/lib/domain/result";
import { isUuid } from "@/lib/domain/text/uuid";
import { Day } from "@/lib/domain/time/day";
import { countFitting } from "@/lib/reconciliation/apply-rules";
import { listRules } from "@/lib/reconciliation/exception-rules";
import {
  countExceptions,
  type ExceptionSort,
  findException,
  listExceptionCurrencies,
  listExceptions,
  listHistory,
  readSeen,
  summarizeExceptions,
} from "@/lib/reconciliation/list-exceptions";
import { type ExceptionsView, exceptionsView } from "@/lib/url/exceptions-view";
import { defineQuery } from "./define-query";
import { readIndexPage } from "./list-page";

/** The parsed URL, with an order. */
const View = z.custom<ExceptionsView & { sort: string }>((view) => typeof view === "object" && view !== null);

export const getExceptionsPage = defineQuery({
  name: "the exceptions",
  permission: "reconciliation.read",
  input: View,
  async run({ input: view }) {
    const filter = exceptionFilter(view);
    const [page, total] = await Promise.all([
      readIndexPage(
        { fetchFromIndex: (cursor) => listExceptions({ filter, sort: exceptionSort(view.sort), ...cursor }) },
        view,
      ),
      countExceptions(filter),
    ]);
    return success({ ...page, rows: await withCards(page.rows), total });
  },
});

/** The filter of a view, as the list, its export, and its actions understand it. */
export function exceptionFilter({
  search,
  from,
  to,
  kind,
  state,
  owner,
  currency,
}: ExceptionsView): ExceptionFilter {
  // A link with an owner that can't exist finds nothing, rather than everything.
  const knownOwner = owner === null || owner === "none" || isUuid(owner) ? owner : NOBODY;
  return { search, from, to, kind, state, owner: knownOwner, currency };
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

export function exceptionSort(sort: string): ExceptionSort {
  const [by, direction] = sort.split(":") as [ExceptionSort["by"], "asc" | "desc"];
  return { by, direction };
}

async function withCards<Row extends { cardId: string | null }>(rows: readonly Row[]) {
  const cards = await findIndexedCards(rows.flatMap(({ cardId }) => cardId ?? []));
  return rows.map((row) => {
    const { lastFour, cardDesign, cardName } = (row.cardId && cards.get(row.cardId)) || {};
    const isKnown = lastFour !== undefined && cardDesign !== undefined && cardName !== undefined;
    return { ...row, card: isKnown ? { lastFour, cardDesign, cardName } : null };
  });
}

export const getExceptionFacets = defineQuery({
  name: "the exceptions' filters",
  permission: "reconciliation.read",
  input: z.object({}),
  async run() {
    const [people, currencies] = await Promise.all([listPeople(), listExceptionCurrencies()]);
    const workers = people.filter(
      ({ role, state }) => state === "active" && can(role, "reconciliation.work"),
    );
    return success({ currencies, owners: workers.map(({ id, name }) => ({ id, name })) });
  },
});

export const getException = defineQuery({
  name: "an exception",
  permission: "reconciliation.read",
  input: z.object({ id: z.string().max(64) }),
  async run({ input: { id }, requestId }) {
    const exception = isUuid(id) ? await findException(id) : null;
    if (!exception)
      return failure({ code: "not-found", message: "Exception not found.", requestId, retry: "never" });
    const [listed] = await withCards([exception]);
    return success({ exception: listed as ListedException, history: await listHistory(exception.id) });
  },
});

/** What "all that match" would change. */
export const getMatchingExceptions = defineQuery({
  name: "the matching exceptions",
  permission: "reconciliation.work",
  input: z.record(z.string(), z.string()).transform((parameters) => exceptionsView.parse(parameters)),
  async run({ input: view }) {
    const filter = exceptionFilter(view);
    return success({ filter, seen: await readSeen(filter) });
  },
});

/** How many open exceptions a new rule would explain. */
export const getFittingExceptions = defineQuery({
  name: "the exceptions of a rule",
  permission: "reconciliation.work",
  input: z
    .object({
      kind: z.string(),
      currency: z.string().default(""),
      merchant: z.string().default(""),
      maxDifference: z.string().default(""),
    })
    .transform(({ kind, currency, merchant, maxDifference }) => ({
      kind,
      currency: currency || null,
      merchant: merchant || null,
      maxDifference: maxDifference || null,
    }))
    .pipe(RuleConditions),
  run: async ({ input }) => success({ count: await countFitting(await pool(), input) }),
});

export const getExceptionRules = defineQuery({
  name: "the exception rules",
  permission: "reconciliation.read",
  input: z.object({}),
  run: async () => success(await listRules()),
});

/** Counts and sums of a day or a month. */
export const getExceptionsOf = defineQuery({
  name: "the exceptions of a period",
  permission: "reconciliation.read",
  input: z.object({ from: Day, to: Day }),
  run: async ({ input: { from, to } }) => success(await summarizeExceptions(from, to)),
});
