import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFilesEvent } from "./webhook-event";

const LINK = "https://files.issuer.test/report.csv?token=abc";
const SECONDS = 1_794_751_702;
const INSTANT = new Date(SECONDS * 1000);
const event = {
  eventType: "files",
  eventName: "File ready",
  data: { reference_id: "ref-1", link: LINK, expireAt: SECONDS },
};
const read = { referenceId: "ref-1", link: LINK, expiresAt: INSTANT };

const LINK_NAMES = [
  "link",
  "url",
  "downloadUrl",
  "download_url",
  "downloadLink",
  "download_link",
  "fileUrl",
  "file_url",
];
const REFERENCE_NAMES = ["reference_id", "referenceId", "reference", "requestId", "request_id"];
const EXPIRY_NAMES = ["expireAt", "expire_at", "expiresAt", "expires_at", "expiry", "expiration"];

describe("the position of the fields", () => {
  it.each([
    ["under data, as the sandbox sends them", event],
    ["under payload", { eventType: "files", payload: event.data }],
    ["at the top level", { eventType: "files", ...event.data }],
    ["all under data", { data: { eventType: "files", ...event.data } }],
    [
      "partly under data, partly at the top",
      { eventType: "files", link: LINK, data: { reference_id: "ref-1", expireAt: SECONDS } },
    ],
    ["beside data that is null", { eventType: "files", data: null, ...event.data }],
    ["beside data that is a list", { eventType: "files", data: [], ...event.data }],
  ])("%s", (_, body) => expect(toFilesEvent(body)).toEqual(read));

  it("prefers data to the top level", () => {
    expect(toFilesEvent({ ...event, link: "https://other.test", reference_id: "other" })).toEqual(read);
  });

  it.each(LINK_NAMES)("finds the link as %s", (name) => {
    const { link, ...others } = event.data;
    expect(toFilesEvent({ ...event, data: { ...others, [name]: link } })).toEqual(read);
  });

  it.each(REFERENCE_NAMES)("finds the reference as %s", (name) => {
    const { reference_id, ...others } = event.data;
    expect(toFilesEvent({ ...event, data: { ...others, [name]: reference_id } })).toEqual(read);
  });

  it.each(EXPIRY_NAMES)("finds the expiry as %s", (name) => {
    const { expireAt, ...others } = event.data;
    expect(toFilesEvent({ ...event, data: { ...others, [name]: expireAt } })).toEqual(read);
  });

  it.each([null, "", 7, {}, []])("skips a link of %j and uses one that is text", (link) => {
    expect(toFilesEvent({ ...event, data: { ...event.data, link, url: LINK } })).toEqual(read);
  });
});

describe("the event type", () => {
  it.each(["eventType", "event_type", "type"])("is read from %s", (name) => {
    expect(toFilesEvent({ [name]: "files", data: event.data })).toEqual(read);
  });

  it("is not confused with the report type in its data", () => {
    expect(toFilesEvent({ ...event, data: { ...event.data, type: "daily" } })).toEqual(read);
    expect(toFilesEvent({ type: "files", data: { ...event.data, type: "daily" } })).toEqual(read);
  });

  it("is not confused with the type of its envelope", () => {
    expect(toFilesEvent({ ...event, type: "webhook" })).toEqual(read);
  });

  it.each(["cards", "Files", "file", "", null, 7, ["files"], { files: true }, undefined])(
    "is not files if it is %j",
    (eventType) => {
      expect(toFilesEvent({ ...event, eventType })).toBeNull();
      expect(toFilesEvent({ eventType, data: { ...event.data, type: "daily" } })).toBeNull();
    },
  );

  it("is another one even if its data mentions files", () => {
    expect(toFilesEvent({ eventType: "card", data: { ...event.data, type: "files" } })).toBeNull();
  });
});

describe("the link's expiry", () => {
  const expiryOf = (expireAt: unknown) =>
    toFilesEvent({ ...event, data: { ...event.data, expireAt } })?.expiresAt;

  it.each([
    ["Unix seconds", SECONDS],
    ["Unix milliseconds", SECONDS * 1000],
    ["seconds as text", String(SECONDS)],
    ["milliseconds as text", String(SECONDS * 1000)],
    ["ISO 8601", INSTANT.toISOString()],
    ["the issuer's own timestamps", "2026-11-15T14:08:22+0000"],
    ["another zone", "2026-11-15T15:08:22+01:00"],
  ])("is read from %s", (_, value) => expect(expiryOf(value)).toEqual(INSTANT));

  it.each([
    null,
    undefined,
    "",
    "soon",
    "foo 12",
    "2026-11-15",
    "11/15/2026",
    "2026-02-30T00:00:00Z",
    true,
    [],
    {},
    [SECONDS],
    1e300,
    -1e300,
    "9".repeat(400),
  ])("is unknown, not guessed, for %j", (value) => expect(expiryOf(value)).toBeNull());

  it("is read as milliseconds if seconds would be after the year 5000", () => {
    expect(expiryOf(99_999_999_999)).toEqual(new Date(99_999_999_999_000));
    expect(expiryOf(100_000_000_000)).toEqual(new Date(100_000_000_000));
  });

  it("is read from the first valid name", () => {
    const data = { ...event.data, expireAt: "soon", expires_at: SECONDS };
    expect(toFilesEvent({ ...event, data })?.expiresAt).toEqual(INSTANT);
  });
});

describe("invalid input", () => {
  it.each([
    null,
    undefined,
    "files",
    7,
    true,
    [],
    [event],
    {},
    { eventType: "files" },
    { eventType: "files", data: "x" },
  ])("%j returns null", (body) => expect(toFilesEvent(body)).toBeNull());

  it.each(["", null, 7, {}, undefined])("a link of %j returns null", (link) => {
    expect(toFilesEvent({ ...event, data: { ...event.data, link } })).toBeNull();
  });

  it.each(["", null, 7, {}, undefined])("a reference of %j keeps the link", (reference_id) => {
    const data = { ...event.data, reference_id };
    expect(toFilesEvent({ ...event, data })).toEqual({ ...read, referenceId: null });
  });

  it("ignores fields of a prototype", () => {
    const polluted = JSON.parse(
      `{"__proto__": ${JSON.stringify(event)}, "constructor": {"eventType": "files"}}`,
    );
    expect(toFilesEvent(polluted)).toBeNull();
    expect(toFilesEvent(Object.create({ eventType: "files", link: LINK }))).toBeNull();
    const withKeys = JSON.parse(
      '{"eventType": "files", "data": {"__proto__": {"link": "x"}, "toString": "x"}}',
    );
    expect(toFilesEvent(withKeys)).toBeNull();
  });

  it("never throws, and returns only events with a link, for any JSON", () => {
    const names = [
      ...LINK_NAMES,
      ...REFERENCE_NAMES,
      ...EXPIRY_NAMES,
      "eventType",
      "type",
      "data",
      "payload",
    ];
    const key = fc.oneof(
      fc.constantFrom(...names, "__proto__", "constructor", "hasOwnProperty"),
      fc.string(),
    );
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom("files", LINK, SECONDS));
    const fields = fc.dictionary(key, value);
    const body = fc.oneof(
      fc.jsonValue(),
      fields,
      fc.record({ eventType: fc.constant("files"), data: fields }),
      fc.record({ type: fc.constant("files"), payload: fields, link: value }),
    );
    fc.assert(
      fc.property(body, (json) => {
        const found = toFilesEvent(json);
        if (found === null) return;
        expect(found.link).not.toBe("");
        expect(found.expiresAt === null || !Number.isNaN(found.expiresAt.getTime())).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
