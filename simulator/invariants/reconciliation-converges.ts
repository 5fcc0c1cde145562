import { setTimeout as pause } from "node:timers/promises";
import { pool } from "@/lib/db/database";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { runOn } from "@/simulator/edges/machines";
import { driveUntilDone, type World } from "@/simulator/world";
import type { Evidence, Invariant } from "./invariant";

export const reconciliationConverges: Invariant = {
  name: "reconciliation-converges",
  promise:
    "Each day is compared with its newest settlement file, and finds what a comparison from scratch would find.",
  when: "end",
  async findViolation(evidence) {
    return (await findUncompared(evidence)) ?? (await findDifference(evidence.world));
  },
};

type File = { date: string; is_read: boolean; is_source: boolean; is_compared: boolean };

export async function findUncompared({ world }: Pick<Evidence, "world">): Promise<string | null> {
  const files = await world.databases.dashboard.read<File>(
    `select f.date, s.file_id is not distinct from f.id and s.state <> 'reading' as is_read,
            s.state = 'unclear' or d.file_id is not distinct from f.id as is_source,
            s.state = 'unclear' or (d.compared_at is not null and d.is_checked_for_sign_offs
              and not exists (select from reconciliation_changes c where c.day = d.day)) as is_compared
     from (
       select distinct on (r.date) to_char(r.date, 'YYYY-MM-DD') as date, f.id
       from report_requests r join report_files f on f.id = r.file_id
       where r.type = 'daily' and r.state = 'captured' order by r.date, f.completed_at desc, f.id
     ) f
     left join settlement_readings s on s.type = 'daily' and s.date = f.date::date
     left join reconciliation_days d on d.day = f.date::date
     order by f.date`,
  );
  const unread = files.find(({ is_read }) => !is_read);
  if (unread) return `The newest file of ${unread.date} was not read`;
  const unused = files.find(({ is_source, is_compared }) => !is_source || !is_compared);
  return unused ? `${unused.date} was not compared with its newest file` : null;
}

type Found = { what: string; is_gone: boolean };

/** Forgets everything that was read and found, so nothing can be checked after it. */
async function findDifference(world: World): Promise<string | null> {
  const before = await readFound(world);
  await driveUntilDone(startOver(world));
  // One that another instance found between two files is gone with the second one.
  const again = new Set((await readFound(world)).filter(({ is_gone }) => !is_gone).map(({ what }) => what));
  const extra = before.find(({ what, is_gone }) => !is_gone && !again.has(what));
  if (extra) return `${extra.what} is an exception that a new comparison doesn't find`;
  const known = new Set(before.filter(({ is_gone }) => !is_gone).map(({ what }) => what));
  const missed = [...again].find((what) => !known.has(what));
  return missed ? `${missed} is found by a new comparison only` : null;
}

function readFound({ databases }: World): Promise<Found[]> {
  return databases.dashboard.read<Found>(
    `select concat_ws(' ', kind, day, transaction_id, event, ours, theirs, difference) as what,
            is_resolved_by_itself as is_gone
     from reconciliation_exceptions order by fingerprint`,
  );
}

/** Another instance may have begun to read one of the files. */
const MAX_RUNS = 5;
const PAUSE_MS = 1_000;

async function startOver(world: World): Promise<void> {
  const machine = world.dashboards.find(({ isAlive }) => isAlive);
  if (!machine) throw new Error("No dashboard is running");
  await runOn(machine, null, async () => {
    for (const table of ["exceptions", "changes", "days"])
      await (await pool()).query(`delete from reconciliation_${table}`);
    await (await pool()).query("delete from settlement_events");
    await (await pool()).query("delete from settlement_readings");
    for (let run = 0; run < MAX_RUNS; run++) {
      await reconcile();
      if ((await findUncompared({ world })) === null) return;
      await pause(PAUSE_MS);
    }
  });
}
