import pg from "pg";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { formatCount } from "@/lib/domain/money/numbers";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { openDatabase } from "@/lib/postgres/open-database";
import { createApp } from "@/sandbox/app";
import { readSettings } from "@/sandbox/config";
import { openSandboxOn } from "@/sandbox/open-sandbox";
import { resetWorld } from "@/sandbox/scenarios/reset-world";
import { startPostgres } from "@/scripts/embedded-postgres";
import { formatMs, measure, printTable, type Sample } from "./measure";

// Compares the sandbox's calls on PostgreSQL at a thousand and at a million cards.

const SIZES = [1_000, Number(process.env.BENCH_CARDS ?? 1_000_000)] as const;
const TRANSACTIONS_PER_CARD = 10;
const GOAL = 2;

const settings = readSettings({});
const postgres = await startPostgres({
  postgresFlags: [
    "shared_buffers=2GB",
    "maintenance_work_mem=1GB",
    "work_mem=64MB",
    "max_wal_size=8GB",
    "fsync=off",
  ],
});

try {
  const [small, large] = [await openProgram(SIZES[0]), await openProgram(SIZES[1])];
  const today = toIsoDate(new Date());
  const narrow = `min_created=${addDays(today, -31)}&max_created=${addDays(today, -31)}`;
  const measured: { name: string; small: Sample; large: Sample }[] = [];
  for (const list of ["cards", "transactions"] as const) {
    const paths: Record<string, (program: Program) => string> = {
      "first page": () => `/${list}/`,
      "last page": (program) => `/${list}/?page=${program.lastPage[list]}`,
      "one day": () => `/${list}/?${narrow}`,
    };
    for (const [name, path] of Object.entries(paths)) {
      measured.push({
        name: `${list}, ${name}`,
        small: await measure(() => small.get(path(small))),
        large: await measure(() => large.get(path(large))),
      });
    }
  }
  const retrieve = (program: Program) => (round: number) =>
    program.get(`/cards/${program.ids[round % program.ids.length]}/`);
  measured.push({
    name: "retrieve card",
    small: await measure(retrieve(small)),
    large: await measure(retrieve(large)),
  });

  printTable(
    `Sandbox on PostgreSQL: ${SIZES.map((size) => formatCount(size)).join(" and ")} cards, ${TRANSACTIONS_PER_CARD} transactions per card (goal: at most ${GOAL}×)`,
    ["call", "small p50", "large p50", "growth", "small p95", "large p95"],
    measured.map(({ name, small, large }) => [
      name,
      formatMs(small.median),
      formatMs(large.median),
      `${(large.median / small.median).toFixed(2)}×`,
      formatMs(small.p95),
      formatMs(large.p95),
    ]),
  );
  await small.close();
  await large.close();
} finally {
  await postgres.stop();
}

type Program = Awaited<ReturnType<typeof openProgram>>;

/** Opens a sandbox of this size in its own database. */
async function openProgram(cards: number) {
  const name = `bench_${cards}`;
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const sandbox = await openSandboxOn(await openDatabase({ url: url.href }), settings, "empty");
  const startedAt = Date.now();
  await resetWorld(sandbox, {
    scenario: "scale",
    seed: 1,
    cards,
    transactions: cards * TRANSACTIONS_PER_CARD,
  });
  await sandbox.db.pool.query("vacuum analyze");
  const seconds = (Date.now() - startedAt) / 1000;
  const memoryMb = Math.round(process.memoryUsage().rss / 1_048_576);
  console.log(`Seeded ${formatCount(cards)} cards in ${seconds.toFixed(1)} s, ${memoryMb} MB resident.`);

  const app = createApp(sandbox);
  const get = async (path: string) => {
    const response = await app.request(`${API_PREFIX}${path}`, {
      headers: { [API_KEY_HEADER]: settings.apiKey },
    });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
    return (await response.json()) as { count: number; results: { id: string }[] };
  };
  const lastPageOf = async (list: string) => Math.ceil((await get(`/${list}/`)).count / settings.pageSize);
  const lastPage = { cards: await lastPageOf("cards"), transactions: await lastPageOf("transactions") };
  const middle = await get(`/cards/?page=${Math.ceil(lastPage.cards / 2)}`);
  return { get, lastPage, ids: middle.results.map(({ id }) => id), close: () => sandbox.close() };
}
