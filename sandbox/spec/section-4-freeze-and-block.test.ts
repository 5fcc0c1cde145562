import { afterAll, beforeAll, expect } from "vitest";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { EMPTY_TEXT, expectField, NOT_TEXT, UNSTORABLE_TEXT } from "./fields";
import { describeRows } from "./rows";

const NO_SUCH_CARD = [
  "0198c1f0-0000-7000-8000-000000000000",
  "nobody",
  "0",
  "%00",
  "..%2f",
  "a".repeat(3000),
];

let world: TestSandbox;
let id: string;

beforeAll(async () => {
  world = await openTestSandbox();
  id = (await world.api("POST", "/cards/", sampleConsumerRequest())).body.id;
});
afterAll(() => world.close());

const retrieve = async () => (await world.api("GET", `/cards/${id}/`)).body;

async function expectNotFound(verb: string, body: object) {
  for (const cardId of NO_SUCH_CARD) {
    const response = await world.api("PUT", `/cards/${cardId}/${verb}/`, body);
    expect(response.status, cardId).toBe(404);
    expect(response.body).toEqual({ code: 404, message: expect.any(String), status: "failed" });
  }
}

describeRows("4.4 Freeze", {
  cardId: () => expectNotFound("freeze", { freeze: true }),
  freeze: async () => {
    const before = await retrieve();
    const send = (body: unknown) => world.api("PUT", `/cards/${id}/freeze/`, body);
    await expectField(
      { freeze: true },
      "freeze",
      { required: true, accepts: [], rejects: ["true", 1, 0, null, {}, []] },
      send,
    );
    expect(await retrieve()).toStrictEqual(before);
    for (const [freeze, status] of [
      [true, "FROZEN"],
      [true, "FROZEN"],
      [false, "ACTIVE"],
      [false, "ACTIVE"],
    ] as const) {
      expect((await send({ freeze })).status).toBe(200);
      expect(await retrieve()).toStrictEqual({ ...before, status });
    }
  },
});

describeRows("4.5 Block", {
  cardId: () => expectNotFound("block", { reason: "lost" }),
  reason: async () => {
    const before = await retrieve();
    const send = (body: unknown) => world.api("PUT", `/cards/${id}/block/`, body);
    const rejects = [...NOT_TEXT, ...EMPTY_TEXT, ...UNSTORABLE_TEXT, "x".repeat(256)];
    await expectField({ reason: "lost" }, "reason", { required: true, accepts: [], rejects }, send);
    expect(await retrieve()).toStrictEqual(before);
    for (const reason of ["lost", "stolen", "fraud suspected", "Left in a café ☕", "x".repeat(255)]) {
      const { status, body } = await send({ reason });
      expect(status).toBe(200);
      expect(body).toStrictEqual({ message: expect.any(String) });
      expect(await retrieve()).toStrictEqual({ ...before, status: "BLOCKED", statusReason: reason });
    }
  },
});
