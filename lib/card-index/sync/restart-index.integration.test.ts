import { afterAll, beforeAll, expect, it } from "vitest";
import { listChangedOutside } from "@/lib/card-index/attention/list-attention";
import type { Card } from "@/lib/contract/card";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { readIndexState } from "./index-state";
import type { ListSync } from "./list-sync";
import { restartIndex } from "./restart-index";

let program: TestProgram;
let listSyncs: ListSync[];
beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  listSyncs = program.listSyncs();
});
afterAll(() => program.close());

const replaceData = (cards: number, seed: number) =>
  program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards, transactions: 40, seed });

it("after new data, the old cards are never counted with the new ones, and need no attention", async () => {
  await replaceData(25, 1);
  await catchUp(listSyncs);
  const [card] = await listAll<Card>(program.sandbox, "cards");
  await program.sandbox.api("PUT", `/cards/${card?.id}/freeze/`, { freeze: card?.status !== "FROZEN" });
  await catchUp(listSyncs);
  expect((await listChangedOutside()).items).toMatchObject([{ cardId: card?.id }]);

  await replaceData(12, 2);
  await restartIndex();
  expect((await readIndexState()).cards).toMatchObject({ known: 0, total: null, isFilled: false });
  expect((await readIndexState()).transactions).toMatchObject({ known: 0, isFilled: false });
  expect((await listChangedOutside()).total).toBe(0);

  for (const listSync of listSyncs) for (let page = 1; page <= 4; page++) await listSync.walk();
  expect((await readIndexState()).cards).toMatchObject({ known: 12, isFilled: true });
  expect((await readIndexState()).transactions).toMatchObject({ known: 40, isFilled: true });
  expect((await listChangedOutside()).total).toBe(0);
});

it("a card that comes back is shown with its item again", async () => {
  await replaceData(25, 1);
  await restartIndex();
  await catchUp(listSyncs);
  expect((await listChangedOutside()).total).toBe(1);
});
