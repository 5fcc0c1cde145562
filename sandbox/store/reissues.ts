import type pg from "pg";
import type { RenewOption } from "@/lib/domain/cards/renewal";

export type Reissue = { cardId: string; at: Date; renewOption: RenewOption; isShipped: boolean };

export async function recordReissue(
  client: pg.ClientBase,
  { cardId, at, renewOption, isShipped }: Reissue,
): Promise<void> {
  await client.query(
    "insert into reissues (card_id, reissued_at, renew_option, is_shipped) values ($1, $2, $3, $4)",
    [cardId, at, renewOption, isShipped],
  );
}
