import { rowContext, unsealText } from "@/lib/db/seal";
import { nameOf, SEALED_COLUMNS, type SealedColumn } from "@/lib/db/sealed-columns";
import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { openChunk } from "@/lib/reports/chunk-content";
import { runOn } from "@/simulator/edges/machines";
import type { Crowd } from "@/simulator/people";
import { NEW_PASSWORD } from "@/simulator/prepare-request";
import { DASHBOARD_SECRET, type World } from "@/simulator/world";
import type { Invariant } from "./invariant";

const KEYS = [DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET, NEW_PASSWORD, DASHBOARD_SECRET];

export const noSecrets: Invariant = {
  name: "no-secrets",
  promise:
    "No card number, key, password, recovery code, or session token is in any stored row, even an encrypted one, log line, search result, or export.",
  when: "end",
  async findViolation({ world, crowd, readers }) {
    const secrets = [
      ...KEYS,
      ...world.issuedCards().map(({ cardNumber }) => cardNumber),
      ...listTokens(crowd),
      ...Object.values(crowd.people).flatMap(({ recoveryCodes }) => recoveryCodes),
    ];
    const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret));
    for (const { name, logLines } of world.machines) {
      const line = logLines.find(hasSecret);
      if (line) return `${name} logged a secret: ${line}`;
    }
    const shown = readers.readings.find(({ answer }) => answer && hasSecret(answer.body));
    if (shown) return `${shown.person} read a secret in ${shown.read.what}`;
    const database = world.databases.dashboard;
    const tables = await database.read<{ name: string }>(
      "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
    );
    for (const { name } of tables) {
      const rows = await database.read<{ text: string }>(`select t::text as text from ${name} t`);
      if (rows.some(({ text }) => hasSecret(text))) return `The table ${name} has a secret`;
    }
    for (const column of SEALED_COLUMNS) {
      const texts = await unsealColumn(world, column);
      if (texts.some(hasSecret)) return `The encrypted column ${nameOf(column)} has a secret`;
    }
    return null;
  },
};

function listTokens({ people, intents }: Crowd): string[] {
  const used = intents.flatMap(({ answers }) => answers.map(({ cookie }) => cookie)).filter(Boolean);
  const begun = Object.values(people).flatMap(({ sessions }) => sessions.map(({ cookie }) => cookie));
  return [...new Set([...begun, ...used])];
}

/** With the keys of a running dashboard. */
async function unsealColumn({ databases, dashboards }: World, column: SealedColumn): Promise<string[]> {
  const { table, boundTo } = column;
  const rows = await databases.dashboard.read<{ value: string | Uint8Array; bound: string[] }>(
    `select ${column.column} as value, array[${boundTo.map((name) => `${name}::text`)}]::text[] as bound
     from ${table} where ${column.column} is not null`,
  );
  const machine = dashboards.find(({ isAlive }) => isAlive);
  if (!machine) throw new Error("No dashboard is running");
  return runOn(machine, null, () =>
    Promise.all(
      rows.map(async ({ value, bound }) => {
        if (typeof value === "string")
          return unsealText(value, bound.length > 0 ? rowContext(nameOf(column), ...bound) : "") ?? "";
        const [fileId = "", number] = bound;
        return (await openChunk(fileId, Number(number), Buffer.from(value))).toString();
      }),
    ),
  );
}
