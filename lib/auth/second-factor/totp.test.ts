import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { createTotpSecret, findTotpStep, totpAddress } from "./totp";

const NOW = Date.UTC(2026, 10, 17, 12, 0, 10);
const STEP = Math.floor(NOW / 30_000);
const SECRET = createTotpSecret();

function codeAt(secondsFromNow: number): string {
  return TOTP.generate({ secret: secretOf(), timestamp: NOW + secondsFromNow * 1_000 });
}

function secretOf() {
  const totp = new TOTP({ secret: SECRET });
  return totp.secret;
}

describe("a code of an authenticator app", () => {
  it.each([
    ["now", 0, STEP],
    ["one step ago", -30, STEP - 1],
    ["one step ahead", 30, STEP + 1],
    ["two steps ago", -60, null],
    ["two steps ahead", 60, null],
  ])("from %s", (_, seconds, step) => {
    expect(findTotpStep(SECRET, codeAt(seconds), 0, NOW)).toBe(step);
  });

  it("works once, and no earlier one after it", () => {
    expect(findTotpStep(SECRET, codeAt(0), STEP, NOW)).toBeNull();
    expect(findTotpStep(SECRET, codeAt(-30), STEP, NOW)).toBeNull();
    expect(findTotpStep(SECRET, codeAt(30), STEP, NOW)).toBe(STEP + 1);
  });

  it("may be typed with spaces, and nothing else", () => {
    const code = codeAt(0);
    expect(findTotpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, 0, NOW)).toBe(STEP);
    for (const text of ["", "12345", `${code}0`, `-${code.slice(1)}`, "１２３４５６"])
      expect(findTotpStep(SECRET, text, 0, NOW)).toBeNull();
  });

  it("comes from an address that names the product and the account", () => {
    expect(totpAddress(SECRET, { email: "ada@example.com" })).toBe(
      `otpauth://totp/Cardwell:ada%40example.com?issuer=Cardwell&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
