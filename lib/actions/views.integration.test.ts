import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import type { Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import {
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  resolveDefault,
  type SavedViews,
  VIEW_QUERY_MAX_CHARACTERS,
  type ViewList,
} from "@/lib/domain/views/saved-view";
import { closeBus } from "@/lib/events/bus";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getAuditPage } from "@/lib/queries/audit";
import { getSavedViews, getViewCounts } from "@/lib/queries/views";
import { cardsView } from "@/lib/url/cards-view";
import { findLostConditions } from "@/lib/url/saved-view-url";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { arrangeViews } from "./arrange-views";
import { changeView } from "./change-view";
import { deleteView } from "./delete-view";
import { restoreView } from "./restore-view";
import { saveView } from "./save-view";
import { setDefaultView } from "./set-default-view";
import { setTeamDefaultView } from "./set-team-default-view";
import { shareView } from "./share-view";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(() => db.pool.query("delete from view_arrangements; delete from saved_views"));

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

type Saved = { name?: string; query?: string; isShared?: boolean; list?: ViewList };

const save = ({ name = "Frozen", query = "status=FROZEN", isShared = false, list = "cards" }: Saved = {}) =>
  saveView(randomUUID(), { list, name, query, isShared });

const saveAs = async (role: Role, saved: Saved = {}) => {
  await signInAs(role);
  return dataOf(await save(saved)).id;
};

const read = async (role: Role, list: ViewList = "cards"): Promise<SavedViews> => {
  await signInAs(role);
  return dataOf(await getSavedViews({ list }));
};

const namesOf = ({ views }: SavedViews) => views.map(({ name }) => name);
const codeOf = (result: Result<unknown>) => (result.ok ? "ok" : result.error.code);
const messageOf = (result: Result<unknown>) => (result.ok ? "" : result.error.message);

describe("a saved view", () => {
  it("is its owner's alone, with what the list understands of its parameters", async () => {
    await saveAs("support", { query: "status=FROZEN&page=3&shoe=42&search=4111111111111111" });
    expect((await read("support")).views).toMatchObject([
      { name: "Frozen", query: "search=1111&status=FROZEN", isShared: false, version: 1 },
    ]);
    expect(namesOf(await read("admin"))).toEqual([]);
  });

  it("is recorded in the audit log, without what was typed", async () => {
    const query = "search=Brimblecombe&status=FROZEN";
    const id = await saveAs("manager", { name: "Brimblecombe’s", query, isShared: true });
    expect(codeOf(await save({ name: "brimblecombe’s", query, isShared: true }))).toBe("refused");
    const seen = { list: "cards", viewId: id } as const;
    await changeView(randomUUID(), { ...seen, version: 1, name: "Also Brimblecombe" });
    await changeView(randomUUID(), { ...seen, version: 2, query: "search=Brimblecombe" });
    await shareView(randomUUID(), { ...seen, version: 3, isShared: false });
    await deleteView(randomUUID(), { viewId: id, version: 4 });
    await restoreView(randomUUID(), seen);
    const { rows } = await db.pool.query<{ after: unknown }>(
      "select body::jsonb -> 'after' as after from audit where target = $1 and phase = 'finish' order by seq",
      [id],
    );
    expect(rows).toHaveLength(6);
    expect(rows[0]?.after).toEqual({ filters: "search=•••&status=FROZEN", isShared: true });
    expect(rows[2]?.after).toEqual({ viewName: "•••", filters: "search=•••" });
    for (const stored of [
      "body from audit",
      "result::text from operations",
      "name || query from saved_views",
    ])
      expect(JSON.stringify((await db.pool.query(`select ${stored}`)).rows)).not.toMatch(/brimblecombe/i);
    expect((await read("manager")).views).toMatchObject([
      { name: "Also Brimblecombe", query: "search=Brimblecombe" },
    ]);
  });

  it("has its name in the audit log's page for those who can see it, for as long as it can be restored", async () => {
    const shared = await saveAs("manager", { name: "Ours", isShared: true });
    await saveAs("manager", { name: "Mine" });
    await deleteView(randomUUID(), { viewId: shared, version: 1 });
    const namesInLog = async (role: Role) => {
      await signInAs(role);
      const { rows } = dataOf(await getAuditPage({}));
      return rows.slice(0, 3).map(({ action, name }) => [action, name]);
    };
    expect(await namesInLog("auditor")).toEqual([
      ["view.delete", "Ours"],
      ["view.save", null],
      ["view.save", "Ours"],
    ]);
    await db.pool.query("delete from saved_views");
    expect(await namesInLog("auditor")).toContainEqual(["view.delete", null]);
  });

  it("can't contain the number of a card", async () => {
    await signInAs("support");
    await save({ name: "4111 1111 1111 1111", query: "search=4111111111111111" });
    expect((await read("support")).views).toMatchObject([{ name: "•••• 1111", query: "search=1111" }]);
    for (const [list, query] of [
      ["cards", "status=4111111111111111"],
      ["cards", "status=5500,0055,5555,5559"],
      ["cards", "customer=4111%201111%201111%201111"],
      ["cards", "design=4111111111111111"],
      ["transactions", "merchant=4111-1111-1111-1111"],
    ] as const)
      expect(messageOf(await save({ list, query, name: "x" }))).toBe(
        "Remove the card number from the filters before you save the view.",
      );
    expect(JSON.stringify((await db.pool.query("select body from audit")).rows)).not.toMatch(/4111.?1111/);
  });

  it("is readable only with the secret, and says so instead of showing all rows", async () => {
    const id = await saveAs("support");
    await db.pool.query("update saved_views set name = 'sealed.2.00.00', query = 'sealed.2.00.00'");
    expect((await read("support")).views).toMatchObject([
      { id, name: "Unreadable", query: "filters=unreadable" },
    ]);
    const [view] = (await read("support")).views;
    expect(findLostConditions(cardsView, view?.query ?? "")).toHaveLength(1);
  });

  it("can be shared only by those who may share, and be saved as one's own by everyone", async () => {
    for (const role of ["support", "auditor"] as const) {
      await signInAs(role);
      expect(codeOf(await save({ isShared: true }))).toBe("forbidden");
      expect(codeOf(await save({}))).toBe("ok");
    }
    await saveAs("finance", { name: "Team", isShared: true });
    expect(namesOf(await read("support"))).toEqual(["Frozen", "Team"]);
  });

  it("can't be of a list that the person can't open, not even to read", async () => {
    await saveAs("manager", { list: "audit", query: "outcome=failed", isShared: true });
    await signInAs("support");
    expect(codeOf(await save({ list: "audit", query: "" }))).toBe("forbidden");
    expect(codeOf(await getSavedViews({ list: "audit" }))).toBe("forbidden");
    expect(codeOf(await getViewCounts({ list: "audit" }))).toBe("forbidden");
    expect(codeOf(await arrangeViews(randomUUID(), { list: "audit", order: [] }))).toBe("forbidden");
    const [view] = (await read("auditor", "audit")).views;
    await signInAs("support");
    expect(codeOf(await setDefaultView(randomUUID(), { list: "cards", choice: view?.id ?? "" }))).toBe(
      "not-found",
    );
  });

  it("has limits: its name, its parameters, and how many there are", async () => {
    await signInAs("support");
    expect(codeOf(await save({ name: "x".repeat(41) }))).toBe("invalid");
    expect(codeOf(await save({ name: "two\nlines" }))).toBe("invalid");
    expect(codeOf(await save({ name: "\u200b" }))).toBe("invalid");
    expect(codeOf(await save({ name: "All" }))).toBe("invalid");
    // Short as it is sent, but long in a URL.
    const emoji = `customer=${"😀".repeat(VIEW_QUERY_MAX_CHARACTERS / 12)}`;
    expect(messageOf(await save({ query: emoji }))).toContain("too long to be saved");
    for (let n = 1; n <= MAX_OWN_VIEWS; n += 1) expect(codeOf(await save({ name: `View ${n}` }))).toBe("ok");
    expect(messageOf(await save({ name: "One more" }))).toContain("at most 20 views");
    expect(codeOf(await save({ list: "transactions", query: "" }))).toBe("ok");
  });

  it("has a name that the person has only once", async () => {
    await saveAs("support");
    expect(messageOf(await save({ name: "FROZEN\u200b" }))).toBe(
      "You already have a view with this name. Choose another name.",
    );
    expect(codeOf(await save({ name: "Frozen", list: "transactions", query: "" }))).toBe("ok");
    await saveAs("admin");
  });

  it("is refused at the field of its name", async () => {
    await saveAs("support");
    const id = await saveAs("support", { name: "Other" });
    const taken = { name: "You already have a view with this name. Choose another name." };
    expect(await save()).toMatchObject({ ok: false, error: { fields: taken } });
    expect(
      await changeView(randomUUID(), { list: "cards", viewId: id, version: 1, name: "Frozen" }),
    ).toMatchObject({ ok: false, error: { fields: taken } });
  });

  it("is saved once more at most if the limit of shared views is reached at the same time", async () => {
    const { rows } = await db.pool.query<{ id: string }>("select id from people where email like 'admin@%'");
    await db.pool.query(
      `insert into saved_views (id, list, name, query, owner_id, is_shared, changed_by)
       select gen_random_uuid(), 'cards', 'Shared ' || n, '', $1, true, $1 from generate_series(1, $2) n`,
      [rows[0]?.id, MAX_SHARED_VIEWS - 1],
    );
    await signInAs("manager");
    const results = await Promise.all(["a", "b", "c"].map((name) => save({ name, isShared: true })));
    expect(results.map(codeOf).sort()).toEqual(["ok", "refused", "refused"]);
  });
});

describe("a change", () => {
  const change = (viewId: string, version: number, more: { name?: string; query?: string }) =>
    changeView(randomUUID(), { list: "cards", viewId, version, ...more });

  it("renames it or replaces its parameters, and says so in the audit log", async () => {
    const id = await saveAs("support");
    expect(dataOf(await change(id, 1, { name: "Cold" }))).toMatchObject({ version: 2 });
    expect(dataOf(await change(id, 2, { query: "status=BLOCKED" }))).toMatchObject({ version: 3 });
    expect((await read("support")).views).toMatchObject([{ name: "Cold", query: "status=BLOCKED" }]);
    const { rows } = await db.pool.query(
      "select body::jsonb -> 'before' as before, body::jsonb -> 'after' as after from audit where target = $1 and action = 'view.change' and phase <> 'begin' order by seq",
      [id],
    );
    expect(rows).toEqual([
      {
        before: { viewName: "•••", filters: "status=FROZEN" },
        after: { viewName: "•••", filters: "status=FROZEN" },
      },
      {
        before: { viewName: "•••", filters: "status=FROZEN" },
        after: { viewName: "•••", filters: "status=BLOCKED" },
      },
    ]);
  });

  it("is refused if somebody else changed it first, and nothing is lost", async () => {
    const id = await saveAs("manager", { isShared: true });
    await signInAs("finance");
    await change(id, 1, { query: "status=BLOCKED" });
    await signInAs("manager");
    const stale = await change(id, 1, { query: "status=ACTIVE" });
    expect(codeOf(stale)).toBe("conflict");
    expect(messageOf(stale)).toContain(
      `${DEMO_PEOPLE.finance.name} changed this view after you opened it, so nothing was saved.`,
    );
    expect((await read("manager")).views).toMatchObject([{ query: "status=BLOCKED", version: 2 }]);
    await signInAs("manager");
    expect(codeOf(await change(id, 2, { query: "status=ACTIVE" }))).toBe("ok");
  });

  it("says what didn't happen if somebody else changed it first", async () => {
    const id = await saveAs("manager", { isShared: true });
    await signInAs("finance");
    await change(id, 1, { query: "status=BLOCKED" });
    await signInAs("manager");
    const { name } = DEMO_PEOPLE.finance;
    expect(messageOf(await change(id, 1, { name: "Cold" }))).toBe(
      `${name} changed this view after you opened it, so it wasn’t renamed. Check the view and try again.`,
    );
    expect(messageOf(await deleteView(randomUUID(), { viewId: id, version: 1 }))).toContain(
      "so it wasn’t deleted.",
    );
    const stopped = { list: "cards", viewId: id, version: 1, isShared: false } as const;
    expect(messageOf(await shareView(randomUUID(), stopped))).toContain("so sharing didn’t change.");
  });

  it("doesn't reveal the names of a colleague's own views", async () => {
    await saveAs("finance", { name: "Secret plan" });
    const id = await saveAs("finance", { name: "Team", isShared: true });
    await saveAs("finance", { name: "Other", isShared: true });
    await signInAs("manager");
    expect(messageOf(await change(id, 1, { name: "other" }))).toBe(
      "The team already has a view with this name. Choose another name.",
    );
    expect(codeOf(await change(id, 1, { name: "Secret plan" }))).toBe("ok");
    const own = await saveAs("manager", { name: "Other" });
    const shared = { list: "cards", viewId: own, version: 1, isShared: true } as const;
    expect(messageOf(await shareView(randomUUID(), shared))).toContain("The team already has a view");
  });

  it("is allowed once if two are sent at the same time", async () => {
    const id = await saveAs("admin");
    const results = await Promise.all(["a", "b", "c"].map((name) => change(id, 1, { name })));
    expect(results.map(codeOf).sort()).toEqual(["conflict", "conflict", "ok"]);
  });

  it("of a shared view needs the right to share, even for its owner", async () => {
    const id = await saveAs("manager", { isShared: true });
    await signInAs("support");
    expect(codeOf(await change(id, 1, { name: "Mine" }))).toBe("forbidden");
    expect(codeOf(await deleteView(randomUUID(), { viewId: id, version: 1 }))).toBe("forbidden");
    await db.pool.query("update people set role = 'support' where email = 'manager@cardwell.test'");
    try {
      await signInAs("manager");
      const denied = await change(id, 1, { query: "" });
      expect(messageOf(denied)).toBe(
        "Your role can’t change a shared view. Save your changes as your own view.",
      );
      expect(codeOf(await save({ name: "Own" }))).toBe("ok");
    } finally {
      await db.pool.query("update people set role = 'manager' where email = 'manager@cardwell.test'");
    }
  });

  it("of somebody else's own view finds nothing", async () => {
    const id = await saveAs("support");
    await signInAs("admin");
    expect(codeOf(await change(id, 1, { name: "Mine" }))).toBe("not-found");
    expect(codeOf(await deleteView(randomUUID(), { viewId: id, version: 1 }))).toBe("not-found");
    const shared = { list: "cards", viewId: id, version: 1, isShared: true } as const;
    expect(codeOf(await shareView(randomUUID(), shared))).toBe("not-found");
    expect(codeOf(await setDefaultView(randomUUID(), { list: "cards", choice: id }))).toBe("not-found");
  });

  it("can't put the parameters of one list into a view of another", async () => {
    const id = await saveAs("support");
    const other = await changeView(randomUUID(), {
      list: "transactions",
      viewId: id,
      version: 1,
      query: "status=DECLINED",
    });
    expect(codeOf(other)).toBe("invalid");
  });
});

describe("the default", () => {
  const defaultOf = async (role: Role) => resolveDefault(await read(role))?.name ?? null;
  const choose = (choice: string | null) => setDefaultView(randomUUID(), { list: "cards", choice });
  const chooseForTeam = (viewId: string, isDefault = true) =>
    setTeamDefaultView(randomUUID(), { list: "cards", viewId, isDefault });

  it("of the team isn't put back over a colleague's newer choice", async () => {
    await signInAs("manager");
    const [first, second, third] = [
      await saveAs("manager", { name: "First", isShared: true }),
      await saveAs("manager", { name: "Second", isShared: true }),
      await saveAs("admin", { name: "Third", isShared: true }),
    ];
    const undo = (expects: string | null) =>
      setTeamDefaultView(randomUUID(), { list: "cards", viewId: first, isDefault: true, expects });
    await chooseForTeam(second);
    expect(codeOf(await undo(second))).toBe("ok");
    await chooseForTeam(third);
    expect(codeOf(await undo(second))).toBe("conflict");
    expect(codeOf(await undo(null))).toBe("conflict");
    expect(await defaultOf("support")).toBe("Third");
    await chooseForTeam(third, false);
  });

  it("is the person's, before the team's, before the list itself", async () => {
    const team = await saveAs("manager", { name: "Team", isShared: true });
    const own = await saveAs("support", { name: "Own" });
    expect(await defaultOf("support")).toBeNull();
    await signInAs("manager");
    expect(codeOf(await chooseForTeam(team))).toBe("ok");
    expect(await defaultOf("support")).toBe("Team");
    await choose(own);
    expect(await defaultOf("support")).toBe("Own");
    expect(await defaultOf("admin")).toBe("Team");
    await signInAs("support");
    await choose("all");
    expect(await defaultOf("support")).toBeNull();
    await signInAs("support");
    await choose(null);
    expect(await defaultOf("support")).toBe("Team");
  });

  it("of the team is one shared view", async () => {
    const first = await saveAs("manager", { name: "First", isShared: true });
    const second = await saveAs("finance", { name: "Second", isShared: true });
    const own = await saveAs("finance", { name: "Own" });
    await chooseForTeam(first);
    await chooseForTeam(second);
    expect(await defaultOf("support")).toBe("Second");
    await signInAs("finance");
    expect(codeOf(await chooseForTeam(own))).toBe("refused");
    // The manager's page still shows the first one as the team's default.
    await signInAs("manager");
    await chooseForTeam(first, false);
    expect(await defaultOf("support")).toBe("Second");
    await signInAs("manager");
    await chooseForTeam(second, false);
    expect(await defaultOf("support")).toBeNull();
  });

  it("falls back if the view is deleted or no longer shared", async () => {
    const team = await saveAs("manager", { name: "Team", isShared: true });
    const other = await saveAs("manager", { name: "Other", isShared: true });
    await chooseForTeam(team);
    await signInAs("support");
    await choose(other);
    expect(await defaultOf("support")).toBe("Other");
    await signInAs("manager");
    const stopped = { list: "cards", viewId: other, version: 1, isShared: false } as const;
    expect(codeOf(await shareView(randomUUID(), stopped))).toBe("ok");
    expect(await defaultOf("support")).toBe("Team");
    await signInAs("manager");
    expect(codeOf(await deleteView(randomUUID(), { viewId: other, version: 2 }))).toBe("ok");
    expect(codeOf(await deleteView(randomUUID(), { viewId: team, version: 1 }))).toBe("ok");
    expect(await defaultOf("support")).toBeNull();
  });

  it("of the team ends when the view is no longer shared", async () => {
    const team = await saveAs("manager", { name: "Team", isShared: true });
    await chooseForTeam(team);
    await shareView(randomUUID(), { list: "cards", viewId: team, version: 1, isShared: false });
    expect(await defaultOf("manager")).toBeNull();
  });
});

describe("a deleted view", () => {
  const remove = (viewId: string) => deleteView(randomUUID(), { viewId, version: 1 });
  const restore = (viewId: string, list: ViewList = "cards") => restoreView(randomUUID(), { list, viewId });

  it("comes back as it was: its place, everyone's defaults, and the team's", async () => {
    const first = await saveAs("manager", { name: "First", isShared: true });
    const second = await saveAs("manager", { name: "Second", isShared: true });
    await arrangeViews(randomUUID(), { list: "cards", order: [second, first] });
    await setTeamDefaultView(randomUUID(), { list: "cards", viewId: second, isDefault: true });
    await signInAs("support");
    await setDefaultView(randomUUID(), { list: "cards", choice: second });
    await signInAs("manager");
    expect(codeOf(await remove(second))).toBe("ok");
    expect(namesOf(await read("manager"))).toEqual(["First"]);
    expect(resolveDefault(await read("support"))).toBeNull();
    await signInAs("manager");
    expect(codeOf(await changeView(randomUUID(), { list: "cards", viewId: second, version: 1 }))).toBe(
      "not-found",
    );
    expect(codeOf(await restore(second))).toBe("ok");
    expect(namesOf(await read("manager"))).toEqual(["Second", "First"]);
    expect((await read("support")).defaultChoice).toBe(second);
    expect(resolveDefault(await read("admin"))?.id).toBe(second);
    await signInAs("manager");
    expect(codeOf(await restore(second))).toBe("not-found");
  });

  it("isn't the team's default again if there is another by now", async () => {
    const first = await saveAs("manager", { name: "First", isShared: true });
    const second = await saveAs("manager", { name: "Second", isShared: true });
    const choose = (viewId: string) =>
      setTeamDefaultView(randomUUID(), { list: "cards", viewId, isDefault: true });
    await choose(first);
    await remove(first);
    expect(codeOf(await choose(second))).toBe("ok");
    await restore(first);
    expect(resolveDefault(await read("support"))?.name).toBe("Second");
  });

  it("is restored only by who deleted it, with the right to change it, within the limits", async () => {
    const shared = await saveAs("manager", { name: "Team", isShared: true });
    const own = await saveAs("support");
    await remove(own);
    await signInAs("admin");
    expect(codeOf(await restore(own))).toBe("not-found");
    await signInAs("finance");
    await remove(shared);
    await signInAs("manager");
    expect(codeOf(await restore(shared))).toBe("not-found");
    await saveAs("manager", { name: "team", isShared: true });
    await signInAs("finance");
    expect(codeOf(await restore(shared, "transactions"))).toBe("not-found");
    expect(messageOf(await restore(shared))).toContain("The team already has a view with this name.");
    await db.pool.query("update people set role = 'support' where email = 'finance@cardwell.test'");
    try {
      expect(codeOf(await restore(shared))).toBe("not-found");
    } finally {
      await db.pool.query("update people set role = 'finance' where email = 'finance@cardwell.test'");
    }
    await signInAs("support");
    await saveAs("support");
    expect(messageOf(await restore(own))).toContain("You already have a view with this name.");
  });

  it("doesn't count, and is gone after a day", async () => {
    const id = await saveAs("support");
    await remove(id);
    for (let n = 1; n <= MAX_OWN_VIEWS; n += 1) expect(codeOf(await save({ name: `View ${n}` }))).toBe("ok");
    expect(messageOf(await restore(id))).toContain("at most 20 views");
    await db.pool.query("update saved_views set deleted_at = now() - interval '25 hours' where id = $1", [
      id,
    ]);
    await pruneJob.run({});
    const { rows } = await db.pool.query<{ count: number }>("select count(*)::int as count from saved_views");
    expect(rows[0]?.count).toBe(MAX_OWN_VIEWS);
  });
});

describe("the order", () => {
  it("is each person's own, with new views at the end", async () => {
    const a = await saveAs("manager", { name: "A", isShared: true });
    const b = await saveAs("manager", { name: "B", isShared: true });
    await signInAs("support");
    expect(codeOf(await arrangeViews(randomUUID(), { list: "cards", order: [b, randomUUID(), a] }))).toBe(
      "ok",
    );
    await saveAs("manager", { name: "C", isShared: true });
    expect(namesOf(await read("support"))).toEqual(["B", "A", "C"]);
    expect(namesOf(await read("manager"))).toEqual(["A", "B", "C"]);
  });
});

describe("the counts", () => {
  it("are of each view that the person sees, and of the list itself", async () => {
    await db.pool.query("update index_feeds set filled_at = now()");
    await indexCard(db.pool, { status: "FROZEN" });
    await indexCard(db.pool);
    const id = await saveAs("support");
    const hidden = await saveAs("admin", { name: "Hidden" });
    await signInAs("support");
    const counts = dataOf(await getViewCounts({ list: "cards" }));
    expect(counts).toEqual({ all: 2, [id]: 1 });
    expect(counts).not.toHaveProperty(hidden);
  });

  it("are of every list, as its page would show it", async () => {
    const views = [
      ["audit", "action=view.save"],
      ["audit", "target=Ada"],
      ["reports", "type=daily"],
      ["webhooks", "verdict=accepted"],
    ] as const;
    const ids: string[] = [];
    for (const [list, query] of views)
      ids.push(await saveAs("admin", { list, query, name: `${list} ${query}` }));
    const { rows } = await db.pool.query<{ all: number; saved: number }>(
      `select count(*)::int as all, count(*) filter (where action = 'view.save')::int as saved
       from audit where phase <> 'begin'`,
    );
    const [audited, searched, reported, delivered] = ids as [string, string, string, string];
    expect(dataOf(await getViewCounts({ list: "audit" }))).toEqual({
      all: rows[0]?.all,
      [audited]: rows[0]?.saved,
      [searched]: null,
    });
    expect(dataOf(await getViewCounts({ list: "reports" }))).toEqual({ all: 0, [reported]: 0 });
    expect(dataOf(await getViewCounts({ list: "webhooks" }))).toEqual({ all: 0, [delivered]: 0 });
  });

  it("leave out a search without an exact match, because the list shows similar cards", async () => {
    await db.pool.query("update index_feeds set filled_at = now()");
    const id = await saveAs("support", { query: "search=Zzyzx" });
    expect(dataOf(await getViewCounts({ list: "cards" }))).toMatchObject({ [id]: null });
  });

  it("leave out a view with a condition that no longer exists", async () => {
    const id = await saveAs("finance", { list: "exceptions", query: "state=open" });
    await db.pool.query("update saved_views set query = 'state=open&mood=bad' where id = $1", [id]);
    await signInAs("finance");
    expect(dataOf(await getViewCounts({ list: "exceptions" }))).toEqual({ all: 0, [id]: null });
  });
});
