import { describe, expect, it } from "vitest";
import { csvResponse } from "./csv-response";
import { EXPORTS_PER_PERSON, inExportSlot } from "./export-slots";

const sent = (init?: RequestInit) => new Request("http://localhost/api/cards/export", init);

async function* endless(): AsyncGenerator<string> {
  for (;;) yield "a,b\n";
}

async function* broken(): AsyncGenerator<string> {
  yield "a,b\n";
  throw new Error("the issuer failed");
}

const start = (person: string, lines = endless(), request = sent()) =>
  inExportSlot(person, request, async () => csvResponse("cards.csv", lines));

/** Takes all but one slot of a person who has none yet. */
async function almostAll(): Promise<string> {
  const person = crypto.randomUUID();
  for (let running = 1; running < EXPORTS_PER_PERSON; running += 1)
    expect((await start(person)).status).toBe(200);
  return person;
}

const isFull = async (person: string) => (await start(person)).status === 429;

describe("inExportSlot", () => {
  it("refuses one person's next export in words, and nobody else's", async () => {
    const person = await almostAll();
    await start(person);
    const refused = await start(person);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { code: "throttled", message: expect.stringContaining("3 exports running"), retry: "safe" },
    });
    expect((await start(crypto.randomUUID())).status).toBe(200);
  });

  it.each<[string, (person: string) => Promise<unknown>]>([
    [
      "read to its end",
      async (person) =>
        (
          await start(
            person,
            (async function* () {
              yield "a\n";
            })(),
          )
        ).text(),
    ],
    ["cancelled", async (person) => (await start(person)).body?.cancel()],
    ["broken off", async (person) => (await start(person, broken())).text().catch(() => null)],
    [
      "left before its first byte",
      async (person) => {
        const leaving = new AbortController();
        await start(person, endless(), sent({ signal: leaving.signal }));
        leaving.abort();
      },
    ],
    [
      "of someone who is gone already",
      (person) => start(person, endless(), sent({ signal: AbortSignal.abort() })),
    ],
    [
      "refused by the issuer",
      (person) => inExportSlot(person, sent(), async () => Response.json({}, { status: 503 })),
    ],
    [
      "ended by a bug",
      (person) => inExportSlot(person, sent(), () => Promise.reject(new Error("a bug"))).catch(() => null),
    ],
  ])("counts no export that is %s", async (_, end) => {
    const person = await almostAll();
    await end(person);
    await end(person);
    expect(await isFull(person)).toBe(false);
    expect(await isFull(person)).toBe(true);
  });

  it("hands every byte on, with the headers", async () => {
    const response = await start(
      crypto.randomUUID(),
      (async function* () {
        yield "a\n";
        yield "b\n";
      })(),
    );
    expect(response.headers.get("content-disposition")).toContain("cards.csv");
    expect(await response.text()).toBe("a\nb\n");
  });
});
