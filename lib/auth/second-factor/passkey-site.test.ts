import { describe, expect, it } from "vitest";
import { passkeySite } from "./passkey-site";

describe("passkeys", () => {
  it.each([
    ["https://cards.example.com", "cards.example.com"],
    ["https://cards.example.com:8443/", "cards.example.com"],
    ["http://localhost:3000", "localhost"],
    ["http://cards.localhost:3000", "cards.localhost"],
  ])("work at %s, for its domain", (address, domain) => {
    const { origin } = new URL(address);
    expect(passkeySite(new URL(address))).toEqual({ works: true, origin, domain });
  });

  it.each([
    ["http://cards.example.com", "https"],
    ["http://localhost.example.com", "https"],
    ["https://192.0.2.7", "domain name"],
    ["http://127.0.0.1:3000", "domain name"],
    ["https://[2001:db8::1]", "domain name"],
  ])("don't work at %s, and the reason is given", (address, reason) => {
    expect(passkeySite(new URL(address))).toMatchObject({
      works: false,
      reason: expect.stringContaining(reason),
    });
  });
});
