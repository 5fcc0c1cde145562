import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import type { Invariant } from "./invariant";

const KEYS = [DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET];

export const noSecrets: Invariant = {
  name: "no-secrets",
  promise: "No card number, key, or password is in any stored row, log line, search result, or export.",
  when: "end",
  async findViolation({ world, readers }) {
    const cards = await world.databases.issuer.read<{ card_number: string }>("select card_number from cards");
    const secrets = [...KEYS, ...cards.map(({ card_number }) => card_number)];
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
    return null;
  },
};
