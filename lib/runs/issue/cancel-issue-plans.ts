import "server-only";
import type pg from "pg";
import { notifyPerson } from "@/lib/auth/notify-person";
import { countOf } from "@/lib/domain/money/numbers";
import { cancelRun } from "@/lib/runs/change-state";
import { countItems } from "@/lib/runs/count-items";

/** Cancels every plan of a restored copy, in which nothing shows whether its cards were issued. Returns how many. */
export async function cancelIssuePlans(client: pg.ClientBase, problem: string): Promise<number> {
  const { rows } = await client.query<{ id: string; personId: string }>(
    `select id, person_id as "personId" from runs where kind = 'issue' and state = 'planned' for update`,
  );
  for (const { id, personId } of rows) {
    const { waiting } = await countItems(client, id);
    await cancelRun(client, id, problem);
    await notifyPerson(client, personId, {
      kind: "run-canceled",
      title: `Your plan to issue ${countOf(waiting, "card")} was canceled because a backup was restored`,
      href: `/bulk/${id}`,
    });
  }
  return rows.length;
}
