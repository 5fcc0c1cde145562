import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { isActionBody } from "@/lib/auth/action-body";
import { withoutSharedParts } from "./without-shared-parts";

const address = { line1: "$5 Road", line2: null, zone: undefined };
const input = { kyc: { address }, shipping: { address, options: [address, 1.5, true] } };

/** What React sends for the arguments of an action. */
async function sent(value: unknown): Promise<string> {
  vi.stubGlobal("__webpack_require__", {});
  const react = createRequire(import.meta.url)("next/dist/compiled/react-server-dom-webpack/client.browser");
  vi.unstubAllGlobals();
  return String(await react.encodeReply(["id", value]));
}

it("an input with shared parts is sent as one that the server accepts", async () => {
  expect(isActionBody(await sent(input))).toBe(false);
  const copy = withoutSharedParts(input);
  expect(copy).toEqual(input);
  expect(isActionBody(await sent(copy))).toBe(true);
});
