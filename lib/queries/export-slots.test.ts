import { describe, expect, it } from "vitest";
import { fileResponse } from "./export-response";
import { MAX_EXPORTS_PER_PERSON, withExportSlot } from "./export-slots";

const exportRequest = (init?: RequestInit) => new Request("http://localhost/api/cards/export", init);

async function* endless(): AsyncGenerator<string> {
  for (;;) yield "a,b\n";
}

async function* broken(): AsyncGenerator<string> {
  yield "a,b\n";
  throw new Error("the issuer failed");
}

const start = (person: string, lines = endless(), request = exportRequest()) =>
  withExportSlot(person, request, async () => fileResponse("cards.csv", "csv", lines));

/** Uses all slots but one of a new person. */
async function useAllButOneSlot(): Promise<string> {
  const person = crypto.randomUUID();
  for (let running = 1; running < MAX_EXPORTS_PER_PERSON; running += 1)
    expect((await start(person)).status).toBe(200);
  return person;
}

const isFull = async (person: string) => (await start(person)).status === 429;

describe("withExportSlot", () => {
  it("rejects one more export of the same person with a message, but not another person's", async () => {
    const person = await useAllButOneSlot();
    await start(person);
    const rejected = await start(person);
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toMatchObject({
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
    ["canceled", async (person) => (await start(person)).body?.cancel()],
    ["aborted", async (person) => (await start(person, broken())).text().catch(() => null)],
    [
      "canceled before its first byte",
      async (person) => {
        const leaving = new AbortController();
        await start(person, endless(), exportRequest({ signal: leaving.signal }));
        leaving.abort();
      },
    ],
    [
      "requested by a client that has disconnected",
      (person) => start(person, endless(), exportRequest({ signal: AbortSignal.abort() })),
    ],
    [
      "rejected by the issuer",
      (person) => withExportSlot(person, exportRequest(), async () => Response.json({}, { status: 503 })),
    ],
    [
      "aborted by a bug",
      (person) =>
        withExportSlot(person, exportRequest(), () => Promise.reject(new Error("a bug"))).catch(() => null),
    ],
  ])("frees the slot of an export that is %s", async (_, end) => {
    const person = await useAllButOneSlot();
    await end(person);
    await end(person);
    expect(await isFull(person)).toBe(false);
    expect(await isFull(person)).toBe(true);
  });

  it("passes on every byte and the headers", async () => {
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
