import "server-only";
import type pg from "pg";
import {
  type CardTemplate,
  MAX_TEMPLATES,
  type TemplateContent,
  templateKey,
} from "@/lib/domain/cards/card-template";
import { pool } from "./database";

/** With what an action needs to say about it. */
export type StoredTemplate = CardTemplate & { changedById: string; changedByName: string };

const COLUMNS = `t.id, t.name, t.customer_type as "customerType", t.card_type as "cardType",
  t.card_design as "cardDesign", t.spend_limit as "spendLimit", t.expiry_months as "expiryMonths", t.version`;

/** By name. */
export async function listTemplates(): Promise<CardTemplate[]> {
  const { rows } = await (await pool()).query<CardTemplate>(
    `select ${COLUMNS} from card_templates t order by t.name_key`,
  );
  return rows;
}

export async function findTemplateNames(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await (await pool()).query<{ id: string; name: string }>(
    "select id, name from card_templates where id = any($1::uuid[])",
    [ids],
  );
  return rows;
}

/** Until the transaction ends, nobody else adds, renames, or deletes a template. */
export async function lockTemplates(client: pg.PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('card-templates'))");
}

/** Call `lockTemplates` first. */
export async function findTemplate(client: pg.PoolClient, id: string): Promise<StoredTemplate | null> {
  const { rows } = await client.query<StoredTemplate>(
    `select ${COLUMNS}, t.changed_by as "changedById", p.name as "changedByName"
     from card_templates t join people p on p.id = t.changed_by where t.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Null if no other template has it. Call `lockTemplates` first. */
export async function findNameProblem(
  client: pg.PoolClient,
  name: string,
  exceptId: string | null = null,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    "select name from card_templates where id is distinct from $1",
    [exceptId],
  );
  // Not by the stored key, which an earlier version made by its own rule.
  const key = templateKey(name);
  const other = rows.find((row) => templateKey(row.name) === key);
  return other ? `There is already a template called “${other.name}”.` : null;
}

/** Call `lockTemplates` first. */
export async function findLimitProblem(client: pg.PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ count: number }>("select count(*)::int as count from card_templates");
  return (rows[0]?.count ?? 0) >= MAX_TEMPLATES
    ? `A team can have at most ${MAX_TEMPLATES} templates. Delete one that you no longer need.`
    : null;
}

type NamedContent = { id: string; personId: string; name: string; content: TemplateContent };

export async function insertTemplate(client: pg.PoolClient, template: NamedContent): Promise<void> {
  await client.query(
    `insert into card_templates
       (id, name, name_key, changed_by, customer_type, card_type, card_design, spend_limit, expiry_months)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    toParameters(template),
  );
}

/** Returns the new version. */
export async function updateTemplate(client: pg.PoolClient, template: NamedContent): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `update card_templates set name = $2, name_key = $3, changed_by = $4, customer_type = $5, card_type = $6,
       card_design = $7, spend_limit = $8, expiry_months = $9, version = version + 1, changed_at = now()
     where id = $1 returning version`,
    toParameters(template),
  );
  return rows[0]?.version ?? 0;
}

export async function removeTemplate(client: pg.PoolClient, id: string): Promise<void> {
  await client.query("delete from card_templates where id = $1", [id]);
}

function toParameters({ id, personId, name, content }: NamedContent) {
  const { customerType, cardType, cardDesign, spendLimit, expiryMonths } = content;
  return [
    id,
    name,
    templateKey(name),
    personId,
    customerType,
    cardType,
    cardDesign,
    spendLimit,
    expiryMonths,
  ];
}
