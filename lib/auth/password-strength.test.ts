import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findPasswordWeakness } from "./password-strength";

const grace = { name: "Grace Hopper", email: "g.hopper@navy.example" };
const DASHBOARD = new URL("http://localhost:3210");

// The dictionaries take their time to load, once.
beforeAll(async () => {
  await findPasswordWeakness("x", grace, DASHBOARD);
}, 60_000);

describe("findPasswordWeakness", () => {
  it.each([
    "password1234",
    "P@ssw0rd1234",
    "qwertyuiop123456",
    "aaaaaaaaaaaaaaaa",
    "letmein letmein",
    "summer2026summer",
    "g.hopper@navy.example",
    "GraceHopper1906",
    "hopper.grace.2026",
    "cardwell-demo",
    "Cardwell2026!!",
    "cardwell-sandbox",
    "ab".repeat(64),
  ])("refuses %s", async (password) => {
    expect(await findPasswordWeakness(password, grace, DASHBOARD)).toMatch(/^is too easy to guess\. \S/);
  });

  it.each([
    "1n3sDu4rt3C4rdw3ll!",
    "C@rdw3ll#2026#In3s",
    "ＣＡＲＤＷＥＬＬ-ＤＥＭＯ",
    "http://localhost:3210",
    "correct horse battery staple",
    "Correct-Horse-Battery-Staple1",
    "correcthorsebatterystaple",
  ])("refuses %s, which only looks unlike what a guesser knows", async (password) => {
    const ines = { name: "Ines Duarte", email: "ines.duarte@example.com" };
    expect(await findPasswordWeakness(password, ines, DASHBOARD)).toMatch(/^is too easy to guess\. \S/);
  });

  it.each([
    "lantern horse cobalt staple",
    "tulip-anchor-ninety",
    "cardwell tulip anchor ninety",
    "x7#kP9!mQ2$wZ4",
    "zwölf Laternen über dem Hafen",
  ])("lets %s through", async (password) => {
    expect(await findPasswordWeakness(password, grace, DASHBOARD)).toBeNull();
  });

  it("says what would help", async () => {
    expect(await findPasswordWeakness("password1234", grace, DASHBOARD)).toBe(
      "is too easy to guess. It's like a common password. Use several uncommon words",
    );
    expect(await findPasswordWeakness("hopper.grace.2026", grace, DASHBOARD)).toBe(
      "is too easy to guess. Avoid your name, your email and the product's name. Use several uncommon words",
    );
    expect(await findPasswordWeakness("cardwell-demo", grace, DASHBOARD)).toBe(
      "is too easy to guess. Avoid your name, your email and the product's name. Use several uncommon words",
    );
  });

  it("judges the same words differently for someone whose words they are not", async () => {
    expect(await findPasswordWeakness("marigold.quixote.2026", grace, DASHBOARD)).toBeNull();
    const owner = { name: "Marigold Quixote", email: "mq@example.com" };
    expect(await findPasswordWeakness("marigold.quixote.2026", owner, DASHBOARD)).not.toBeNull();
  });

  describe("hands zxcvbn, which blocks the server while it works,", () => {
    const LONG = "tulip-anchor-ninety-lantern-cobalt-meadow-".repeat(3);
    const check = vi.spyOn(ZxcvbnFactory.prototype, "check");
    const passwordsChecked = () => check.mock.calls.map(([password]) => password);
    beforeEach(() => void check.mockClear());

    it("the first 40 characters, once", async () => {
      expect(await findPasswordWeakness(LONG, grace, DASHBOARD)).toBeNull();
      expect(passwordsChecked()).toEqual([LONG.slice(0, 40)]);
    });

    it("a second time only what is left without a known word", async () => {
      expect(await findPasswordWeakness(`cardwell${LONG}`, grace, DASHBOARD)).toBeNull();
      expect(passwordsChecked()).toEqual([`cardwell${LONG}`.slice(0, 40), LONG.slice(0, 40)]);
    });
  });
});
