import type pg from "pg";
import type { CardDesign } from "@/lib/contract/card-design";
import { bulkInsert, type Column } from "./bulk-insert";
import type { DesignRecord } from "./records";

const COLUMNS: readonly Column<DesignRecord & { position: number }>[] = [
  ["id", "text", (design) => design.id],
  ["name", "text", (design) => design.name],
  ["stock", "boolean", (design) => design.stock],
  ["is_default", "boolean", (design) => design.isDefault],
  ["emboss_name_supported", "boolean", (design) => design.embossNameSupported],
  ["position", "integer", (design) => design.position],
];

const SELECTED = `id, name, stock, is_default as "default", emboss_name_supported as "embossNameSupported"`;

export async function insertDesigns(client: pg.ClientBase, designs: readonly DesignRecord[]): Promise<void> {
  await bulkInsert(
    client,
    "card_designs",
    COLUMNS,
    designs.map((design, position) => ({ ...design, position })),
  );
}

export async function listDesigns(db: pg.Pool): Promise<CardDesign[]> {
  const { rows } = await db.query<CardDesign>(`select ${SELECTED} from card_designs order by position`);
  return rows;
}

export async function findDesign(db: pg.Pool | pg.ClientBase, id: string): Promise<CardDesign | null> {
  const { rows } = await db.query<CardDesign>(`select ${SELECTED} from card_designs where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function getDefaultDesign(db: pg.Pool | pg.ClientBase): Promise<CardDesign> {
  const { rows } = await db.query<CardDesign>(`select ${SELECTED} from card_designs where is_default`);
  if (!rows[0]) throw new Error("The program has no default design");
  return rows[0];
}
