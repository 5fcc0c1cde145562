import { expect, it } from "vitest";
import { findExpiring } from "./certificates";

const NOW = new Date("2026-11-18T10:00:00Z");
const details = (validUntil: string | null) =>
  findExpiring("cards.example.com", validUntil ? new Date(validUntil) : null, NOW).map((found) =>
    "detail" in found ? found.detail : "unread",
  );

it("finds a certificate that expires within 14 days", () => {
  expect(details("2026-12-02T10:00:00Z")).toEqual([]);
  expect(details("2026-12-02T09:59:59Z")).toEqual([
    "The certificate of cards.example.com expires on 2026-12-02.",
  ]);
  expect(details("2026-11-17T00:00:00Z")).toEqual([
    "The certificate of cards.example.com expired on 2026-11-17.",
  ]);
});

it("knows nothing about the certificate of an unreachable host", () => {
  expect(details(null)).toEqual(["unread"]);
});
