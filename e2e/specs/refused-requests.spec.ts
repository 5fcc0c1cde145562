import { readFileSync } from "node:fs";
import { expect, test } from "@/e2e/fixtures/test";

const { node } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
const TEXT = { "content-type": "text/plain;charset=UTF-8" };

/** Any action of the page will do: none of them runs. */
const findActionOf = (page: string) => Object.keys(node).find((id) => page in node[id].workers) ?? "";

test("what the caller did wrong is never an error of the server", async ({ request }) => {
  const action = { "next-action": findActionOf("app/(auth)/login/page"), ...TEXT };
  const form = [...Array(14_000).keys()].map(
    (name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n$1`,
  );
  const multipart = { ...action, "content-type": "multipart/form-data; boundary=x" };
  for (const [headers, data, status] of [
    [multipart, `${form.join("\r\n")}\r\n--x--`, 415],
    [action, "[", 400],
    [action, '["$1"]', 400],
    [action, JSON.stringify(["x".repeat(1_100_000)]), 413],
    [{ ...action, "next-action": "0".repeat(42) }, "[]", 409],
    [{ ...action, "next-action": "toString" }, "[]", 400],
    [TEXT, "x", 405],
  ] as const) {
    const response = await request.post("/login", { headers, data });
    expect(response.status(), data.slice(0, 20)).toBe(status);
  }
  for (const rsc of ["0", "1"])
    for (const state of ["{", "%5B", encodeURIComponent("[1]"), "%"]) {
      const response = await request.get("/login", { headers: { rsc, "next-router-state-tree": state } });
      expect(response.status(), state).toBe(400);
    }
});

test("another site can't start an export", async ({ context, signInAs }) => {
  await signInAs("admin");
  const status = async (site: string) =>
    (await context.request.get("/api/cards/export", { headers: { "sec-fetch-site": site } })).status();
  expect(await status("cross-site")).toBe(403);
  expect(await status("same-origin")).toBe(200);
});
