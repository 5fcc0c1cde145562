import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "@/lib/contract/endpoints";
import { sampleConsumerRequest, sampleShipping } from "@/testing/arbitraries";
import { type Method, openTestSandbox, type TestResponse, type TestSandbox } from "@/testing/sandbox";

const RUNS = { numRuns: 150 };

let world: TestSandbox;
let cardId: string;

beforeAll(async () => {
  world = await openTestSandbox();
  cardId = (await world.api("POST", "/cards/", sampleConsumerRequest())).body.id;
});
afterAll(() => world.close());

/** Accepts any success, and any client error with the standard error body. */
function expectNoServerError({ status, headers, body }: TestResponse<unknown>, input: unknown) {
  expect(status, `${status} ${JSON.stringify(body)} for ${JSON.stringify(input)}`).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get("content-type")).toContain("application/json");
  expect(body).toEqual({ code: expect.any(Number), message: expect.any(String), status: "failed" });
  expect(JSON.stringify(body)).not.toMatch(/\bat .+:\d+:\d+|node_modules|select |insert /);
}

const endpointsWithBody = (): [Method, string][] => [
  ["POST", `${API_PREFIX}/cards/`],
  ["PUT", `${API_PREFIX}/cards/${cardId}/freeze/`],
  ["PUT", `${API_PREFIX}/cards/${cardId}/block/`],
  ["PUT", `${API_PREFIX}/cards/${cardId}/replace/`],
  ["POST", "/sandbox/authorizations"],
  ["POST", "/sandbox/clock"],
  ["POST", "/sandbox/faults"],
  ["POST", "/sandbox/disagreements"],
];

const FIELDS = [
  ...Object.keys(sampleConsumerRequest()),
  ...Object.keys(sampleShipping()),
  ..."freeze reason renewOption expiryDate shippingInformation cardId amount currency kind now advanceSeconds day count".split(
    " ",
  ),
  ..."fault type times __proto__ constructor prototype toString hasOwnProperty length".split(" "),
];
const UNUSUAL = [
  -0,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  -(2 ** 63),
  1e21,
  "\u0000",
  "\ud800",
  "\udfff",
  "__proto__",
  "💥",
];

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, false, "", ...UNUSUAL),
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), tie("value"), { maxKeys: 5 }),
  ),
}));

describe("bodies", () => {
  test("random JSON never causes a 5xx", async () => {
    const calls = endpointsWithBody();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), values.value, async ([method, path], body) => {
        const text = JSON.stringify(body);
        expectNoServerError(await world.call(method, path, text), [path, text]);
      }),
      { numRuns: 400 },
    );
    await world.call("DELETE", "/sandbox/faults");
  });

  test("random text never causes a 5xx", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...endpointsWithBody()),
        fc.string({ unit: "binary" }),
        async ([method, path], text) => {
          expectNoServerError(await world.call(method, path, text), [path, text]);
        },
      ),
      RUNS,
    );
  });

  test("deep, wide and large bodies are accepted or rejected without a 5xx", async () => {
    const deep = 100_000;
    const hostileBodies = [
      "[".repeat(deep) + "]".repeat(deep),
      `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
      `{"event":${"[".repeat(deep)}${"]".repeat(deep)}}`,
      `{"kyc":${'{"kyc":'.repeat(deep)}1${"}".repeat(deep)}}`,
      `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
      `{"preferredCardName":"${"x".repeat(1_000_000)}"}`,
      `{"spendLimit":${"9".repeat(1_000_000)}}`,
      `{"spendLimit":1e999,"amount":1e999,"reason":1e999}`,
      `{"reason":"${"\\u0000".repeat(1000)}"}`,
    ];
    const calls = [...endpointsWithBody(), ["POST", "/sandbox/webhooks/send"] as [Method, string]];
    for (const [method, path] of calls) {
      for (const text of hostileBodies)
        expectNoServerError(await world.call(method, path, text), [path, text.slice(0, 40)]);
    }
  });

  test("inherited property names are not accepted as values or fields", async () => {
    for (const currency of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      const purchase = { cardId, amount: 1, currency };
      const { status, body } = await world.call("POST", "/sandbox/authorizations", purchase);
      expect([currency, status]).toEqual([currency, 400]);
      expect(body.message).toMatch(/^currency: /);
    }
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect((await world.api("GET", `/files/${name}/?date=2024-01-01`)).status).toBe(400);
      expect((await world.api("GET", `/card-design/${name}/`)).status).toBe(400);
      expect((await world.api("GET", `/cards/?${name}=1`)).status).toBe(200);
      expect((await world.call("POST", "/sandbox/reset", { scenario: name })).status).toBe(400);
    }
  });

  test("the available credit remains a number for any amount", async () => {
    const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 1e300 }));
    for (const amount of [1e-300, 0.001, 0.004, 1e15, 1e21, 1e299, 1e308, 1.7976931348623157e308, 0, -1]) {
      for (const currency of ["USD", "JPY", "VND", "KWD"]) {
        const response = await world.call("POST", "/sandbox/authorizations", {
          cardId: card.id,
          amount,
          currency,
        });
        expectNoServerError(response, amount);
        if (response.status === 400) continue;
        expect(response.body.transaction.bill_amount).toBeGreaterThanOrEqual(0);
        expect(Number(response.body.transaction.amount)).toBeGreaterThan(0);
        expect(response.body.transaction.amount).toMatch(/^\d+(\.\d+)?$/);
      }
    }
    const { body } = await world.api("GET", `/cards/${card.id}/`);
    expect(body.availableCredit).toBeTypeOf("number");
    expect(body.availableCredit).toBeGreaterThanOrEqual(0);
  });
});

describe("URLs", () => {
  const segment = fc.oneof(
    fc.webSegment(),
    fc.constantFrom(
      "cards",
      "card-design",
      "files",
      "transactions",
      "freeze",
      "block",
      "replace",
      "daily",
      ".",
    ),
    fc.constantFrom(
      "%00",
      "%",
      "%zz",
      "%E0%A4%A",
      "%ff",
      "..",
      "%2e%2e",
      "%2f",
      "%5c",
      "__proto__",
      "a".repeat(5000),
    ),
    fc
      .string({ unit: "binary", maxLength: 8 })
      .filter((text) => text.isWellFormed())
      .map(encodeURIComponent),
  );
  const methods = fc.constantFrom<Method>(
    "GET",
    "GET",
    "PUT",
    "PUT",
    "POST",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "HEAD",
  );

  test("random paths never cause a 5xx", async () => {
    const resources = ["/cards", `/cards/${cardId}`, "/card-design", "/files", "/transactions", ""];
    const roots = fc.constantFrom(
      ...resources.map((resource) => API_PREFIX + resource),
      ...["", "/sandbox", "/downloads", "/docs"],
    );
    await fc.assert(
      fc.asyncProperty(
        methods,
        roots,
        fc.array(segment, { maxLength: 4 }),
        async (method, root, segments) => {
          const path = `${root}/${segments.join("/")}`;
          if (path.startsWith("/sandbox/reset")) return;
          const response = await world.call(method, path);
          if (method === "HEAD") expect(response.status).toBeLessThan(500);
          else expectNoServerError(response, [method, path]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("random queries never cause a 5xx", async () => {
    const names = fc.constantFrom(
      "page",
      "min_created",
      "max_created",
      "date",
      "expires",
      "signature",
      "x",
      "__proto__",
    );
    const texts = fc.oneof(
      fc.constantFrom(
        "1",
        "0",
        "-1",
        "1e400",
        "9".repeat(500),
        "%00",
        "%",
        "%E0%A4%A",
        "2024-01-31",
        "0001-01-01",
      ),
      fc.constantFrom("9999-12-31", "0000-00-00", "+", "&", "=", "[]", "%F0%9F%92%A5"),
      fc.webQueryParameters(),
    );
    const queries = fc.array(fc.tuple(names, texts), { maxLength: 4 });
    const paths = fc.constantFrom(
      "/cards/",
      "/transactions/",
      "/files/daily/",
      "/files/monthly/",
      "/card-design/",
    );
    await fc.assert(
      fc.asyncProperty(paths, queries, async (path, query) => {
        const search = query.map((pair) => pair.join("=")).join("&");
        expectNoServerError(await world.api("GET", `${path}?${search}`), [path, search]);
      }),
      RUNS,
    );
  });
});

test("random headers never cause a 5xx", async () => {
  const names = fc.constantFrom(
    ..."accept accept-encoding content-type content-length transfer-encoding connection host origin range".split(
      " ",
    ),
    ..."if-none-match x-forwarded-host x-forwarded-proto x-http-method-override cookie expect upgrade te".split(
      " ",
    ),
  );
  const texts = fc.string({
    unit: fc.integer({ min: 33, max: 255 }).map((code) => String.fromCharCode(code)),
  });
  const unusual = fc.constantFrom(
    "application/xml",
    "gzip",
    "-1",
    "999999999999",
    "bytes=0-",
    "100-continue",
    "chunked",
  );
  const headers = fc.dictionary(names, fc.oneof(texts, unusual), { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endpointsWithBody().slice(0, 4)),
      headers,
      async ([method, path], sent) => {
        expectNoServerError(await world.call(method, path, { freeze: false }, sent), sent);
      },
    ),
    RUNS,
  );
});

test("the card and the sandbox are intact afterward", async () => {
  expect((await world.api("GET", `/cards/${cardId}/`)).body.id).toBe(cardId);
  expect((await world.call("GET", "/sandbox/health")).body.status).toBe("ready");
});
