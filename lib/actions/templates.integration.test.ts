import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { type CardTemplate, MAX_TEMPLATES, type TemplateContent } from "@/lib/domain/cards/card-template";
import type { Result } from "@/lib/domain/result";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getAuditEntry, getAuditPage } from "@/lib/queries/audit";
import { getTemplates } from "@/lib/queries/templates";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";
import { deleteTemplate } from "./delete-template";
import { renameTemplate } from "./rename-template";
import { saveTemplate } from "./save-template";

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
beforeEach(async () => {
  await db.pool.query("delete from card_templates");
  await signInAs("manager");
});

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const TRAVEL: TemplateContent = {
  customerType: "Business",
  cardType: "virtual",
  cardDesign: "dsg_midnight",
  spendLimit: "250.50",
  expiryMonths: 24,
};

type Saved = { name?: string; content?: TemplateContent; replaces?: CardTemplate };

const save = ({ name = "Travel", content = TRAVEL, replaces }: Saved = {}) =>
  saveTemplate(randomUUID(), {
    name,
    content,
    replaces: replaces ? { templateId: replaces.id, version: replaces.version } : null,
  });

const read = async (): Promise<CardTemplate[]> => dataOf(await getTemplates({})).templates;
const readOne = async (): Promise<CardTemplate> => {
  const [template] = await read();
  if (!template) throw new Error("There is no template.");
  return template;
};
const rename = ({ id, version }: CardTemplate, name: string) =>
  renameTemplate(randomUUID(), { templateId: id, version, name });
const remove = ({ id, version }: CardTemplate) => deleteTemplate(randomUUID(), { templateId: id, version });
const codeOf = (result: Result<unknown>) => (result.ok ? "ok" : result.error.code);
const messageOf = (result: Result<unknown>) => (result.ok ? "" : result.error.message);

describe("a template", () => {
  it("is the team's: whoever can issue cards sees, replaces, renames, and deletes it", async () => {
    expect(codeOf(await save())).toBe("ok");
    await signInAs("admin");
    const template = await readOne();
    expect(template).toEqual({ id: template.id, name: "Travel", version: 1, ...TRAVEL });
    const other: TemplateContent = {
      ...TRAVEL,
      customerType: "Consumer",
      cardDesign: "",
      spendLimit: "",
      expiryMonths: null,
    };
    expect(codeOf(await save({ name: "TRAVEL", content: other, replaces: template }))).toBe("ok");
    expect(await read()).toEqual([{ id: template.id, name: "TRAVEL", version: 2, ...other }]);
    expect(dataOf(await rename(await readOne(), "Trips"))).toEqual({ name: "Trips", version: 3 });
    expect(await readOne()).toMatchObject({ name: "Trips", ...other });
    await signInAs("manager");
    expect(codeOf(await remove(await readOne()))).toBe("ok");
    expect(await read()).toEqual([]);
  });

  it("has its name in the audit log's page, also once it is deleted", async () => {
    await save({ name: "Trips" });
    await rename(await readOne(), "Journeys");
    await remove(await readOne());
    await signInAs("auditor");
    const { rows } = dataOf(await getAuditPage({}));
    expect(rows.slice(0, 3).map(({ action, name }) => [action, name])).toEqual([
      ["template.delete", "Journeys"],
      ["template.rename", "Journeys"],
      ["template.save", "Trips"],
    ]);
    const entry = dataOf(await getAuditEntry({ seq: rows[0]?.seq ?? 0 }));
    expect(entry.name).toBe("Journeys");
  });

  it.each(["support", "finance", "auditor"] as const)("is nothing for %s", async (role) => {
    await save();
    const template = await readOne();
    await signInAs(role);
    const attempts = [
      await getTemplates({}),
      await save({ name: "Other" }),
      await save({ replaces: template }),
      await rename(template, "Other"),
      await remove(template),
    ];
    expect(attempts.map(codeOf)).toEqual(attempts.map(() => "forbidden"));
    await signInAs("manager");
    expect(await read()).toEqual([template]);
  });

  it("has a name of its own, in any case and form", async () => {
    await save({ name: "Été card" });
    for (const name of ["été card", "ÉTÉ CARD".normalize("NFD"), " Été  card "]) {
      expect(messageOf(await save({ name }))).toBe("There is already a template called “Été card”.");
    }
    await save({ name: "Winter" });
    const winter = (await read()).find(({ name }) => name === "Winter");
    if (!winter) throw new Error("Not saved.");
    expect(codeOf(await rename(winter, "ÉTÉ card"))).toBe("refused");
    expect(codeOf(await save({ name: "été CARD", replaces: winter }))).toBe("refused");
    // Its own name, in another case.
    expect(codeOf(await rename(winter, "WINTER"))).toBe("ok");
    expect((await read()).map(({ name }) => name).sort()).toEqual(["WINTER", "Été card"]);
  });

  it("is saved once if two people save the same name at the same time", async () => {
    const results = await Promise.all([save(), save({ name: "travel" }), save({ name: "TRAVEL" })]);
    expect(results.map(codeOf).sort()).toEqual(["ok", "refused", "refused"]);
    expect(await read()).toHaveLength(1);
  });

  it("isn't changed by someone who saw an older version, who learns who was first", async () => {
    await save();
    const seen = await readOne();
    await signInAs("admin");
    await rename(seen, "Trips");
    await signInAs("manager");
    for (const late of [rename(seen, "Journeys"), remove(seen), save({ replaces: seen })]) {
      const result = await late;
      expect(codeOf(result)).toBe("conflict");
      expect(messageOf(result)).toContain(
        `${DEMO_PEOPLE.admin.name} changed this template after you opened it, so nothing was saved.`,
      );
    }
    await signInAs("admin");
    expect(messageOf(await rename(seen, "Journeys"))).toContain("You changed this template in another tab");
    expect(await readOne()).toMatchObject({ name: "Trips", version: 2, ...TRAVEL });
    await remove(await readOne());
    for (const late of [rename(seen, "Journeys"), remove(seen), save({ replaces: seen })])
      expect(codeOf(await late)).toBe("not-found");
    expect(await read()).toEqual([]);
  });

  it("has no card number in its name, and none in the audit log", async () => {
    await save({ name: "Card 4111 1111 1111 1111" });
    expect((await readOne()).name).toBe("Card •••• 1111");
    await rename(await readOne(), "5555555555554444");
    expect((await readOne()).name).toBe("•••• 4444");
    const { rows } = await db.pool.query<{ body: string }>("select body from audit");
    const bodies = rows.map(({ body }) => body).join();
    expect(bodies).toContain("•••• 1111");
    expect(bodies).not.toMatch(/4111 ?1111 ?1111 ?1111|5555555555554444/);
  });

  it("has limits: its name, its fields, and how many there are", async () => {
    const blank = ["", "  ", "\u200b", "\u3164", "\u2800"];
    const hidden = ["two\nlines", "a\u0007b", "two\u2028lines", "\u202eneflas", "a\u3164b"];
    for (const name of [...blank, ...hidden, "x".repeat(61)])
      expect(codeOf(await save({ name })), name).toBe("invalid");
    const wrong: Record<string, unknown>[] = [
      { customerType: "" },
      { cardType: "plastic" },
      { cardDesign: "4111111111111111" },
      { cardDesign: "Ada Lovelace" },
      { cardDesign: "x".repeat(129) },
      { spendLimit: "4111111111111111" },
      { spendLimit: "-1" },
      { spendLimit: "Ada" },
      { expiryMonths: 0 },
      { expiryMonths: 1.5 },
      { expiryMonths: 1_201 },
      { expiryMonths: "2030-01-01" },
      { preferredCardName: "Ada Lovelace" },
    ];
    for (const fields of wrong) {
      const content = { ...TRAVEL, ...fields } as TemplateContent;
      expect(codeOf(await save({ content })), JSON.stringify(fields)).toBe("invalid");
    }
    expect(await read()).toEqual([]);
    await db.pool.query(
      `insert into card_templates (id, name, name_key, customer_type, card_type, changed_by)
       select gen_random_uuid(), 'T' || n, 't' || n, 'Business', 'virtual', p.id
       from people p, generate_series(1, $1::int) n where p.email = $2`,
      [MAX_TEMPLATES - 1, DEMO_PEOPLE.admin.email],
    );
    const results = await Promise.all([save({ name: "A" }), save({ name: "B" })]);
    expect(results.map(codeOf).sort()).toEqual(["ok", "refused"]);
    expect(messageOf(await save({ name: "C" }))).toContain("at most 100 templates");
    const [first] = await read();
    expect(codeOf(await save({ name: first?.name ?? "", ...(first && { replaces: first }) }))).toBe("ok");
  });

  it("is recorded in the audit log with what changed", async () => {
    await save();
    const template = await readOne();
    await save({ content: { ...TRAVEL, spendLimit: "99" }, replaces: template });
    await rename(await readOne(), "Trips");
    await remove(await readOne());
    const { rows } = await db.pool.query<{ action: string; body: string }>(
      "select action, body from audit where target = $1 and phase = 'finish' order by seq",
      [template.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "template.save",
      "template.replace",
      "template.rename",
      "template.delete",
    ]);
    expect(JSON.parse(rows[1]?.body ?? "")).toMatchObject({
      before: { name: "Travel", spendLimit: "250.50" },
      after: { name: "Travel", spendLimit: "99" },
    });
    expect(JSON.parse(rows[3]?.body ?? "")).toMatchObject({
      before: { name: "Trips", ...TRAVEL, spendLimit: "99" },
    });
  });
});
