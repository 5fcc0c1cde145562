import { dictionary } from "@zxcvbn-ts/language-common";
import { beforeAll, describe, expect, it } from "vitest";
import { NewPassword } from "@/lib/domain/people/people";
import { findPasswordWeakness, PRODUCT_WORDS } from "./password-strength";

const COMMON_PASSWORDS = dictionary["passwords-common"].map(String);
const grace = { name: "Grace Hopper", email: "g.hopper@navy.example" };
const DASHBOARD = new URL("http://localhost:3210");
const STRONG = "x7$Kq!m2@Lp9#Zr4%Tv8^Wn1&Bj6*Hc3(Fd5)Gs0";

// Loading the dictionaries takes a while, once.
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
  ])("rejects %s", async (password) => {
    expect(await findPasswordWeakness(password, grace, DASHBOARD)).toMatch(/^too easy to guess\. \S/);
  });

  it.each([
    "1n3sDu4rt3C4rdw3ll!",
    "C@rdw3ll#2026#In3s",
    "ＣＡＲＤＷＥＬＬ-ＤＥＭＯ",
    "http://localhost:3210",
    "correct horse battery staple",
    "Correct-Horse-Battery-Staple1",
    "correcthorsebatterystaple",
  ])("rejects %s, a variant of known words", async (password) => {
    const ines = { name: "Ines Duarte", email: "ines.duarte@example.com" };
    expect(await findPasswordWeakness(password, ines, DASHBOARD)).toMatch(/^too easy to guess\. \S/);
  });

  it("rejects common passwords; shorter ones can't be chosen at all", async () => {
    const common = COMMON_PASSWORDS.filter((password) => NewPassword.safeParse(password).success);
    expect(common.length).toBeGreaterThan(300);
    // Every tenth, because each takes a while.
    for (const password of common.filter((_, index) => index % 10 === 0))
      expect(await findPasswordWeakness(password, grace, DASHBOARD), password).not.toBeNull();
  }, 60_000);

  it.each(PRODUCT_WORDS)("rejects %s and a year", async (word) => {
    expect(await findPasswordWeakness(`${word}.${word}.2026`, grace, DASHBOARD)).not.toBeNull();
  });

  it.each([
    "lantern horse cobalt staple",
    "tulip-anchor-ninety",
    "cardwell tulip anchor ninety",
    "x7#kP9!mQ2$wZ4",
    "zwölf Laternen über dem Hafen",
  ])("accepts %s", async (password) => {
    expect(await findPasswordWeakness(password, grace, DASHBOARD)).toBeNull();
  });

  it("explains how to improve the password", async () => {
    expect(await findPasswordWeakness("password1234", grace, DASHBOARD)).toBe(
      "too easy to guess. It’s similar to a common password. Use several uncommon words",
    );
    expect(await findPasswordWeakness("hopper.grace.2026", grace, DASHBOARD)).toBe(
      "too easy to guess. Avoid your name, your email, and the product’s name. Use several uncommon words",
    );
    expect(await findPasswordWeakness("cardwell-demo", grace, DASHBOARD)).toBe(
      "too easy to guess. Avoid your name, your email, and the product’s name. Use several uncommon words",
    );
  });

  it("rejects the person's own name but accepts it for others", async () => {
    expect(await findPasswordWeakness("marigold.quixote.2026", grace, DASHBOARD)).toBeNull();
    const owner = { name: "Marigold Quixote", email: "mq@example.com" };
    expect(await findPasswordWeakness("marigold.quixote.2026", owner, DASHBOARD)).not.toBeNull();
  });

  it("checks only the first 40 characters", async () => {
    expect(await findPasswordWeakness("ab".repeat(20) + STRONG, grace, DASHBOARD)).not.toBeNull();
    expect(await findPasswordWeakness(STRONG + "ab".repeat(20), grace, DASHBOARD)).toBeNull();
  });

  it("doesn't block the event loop", async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
    };
    setImmediate(count);
    await findPasswordWeakness(STRONG, grace, DASHBOARD);
    expect(turns).toBe(1);
  });

  it("returns the right result for each of several concurrent checks", async () => {
    const passwords = [STRONG, "password1234", STRONG, "qwertyuiop123456"];
    const found = await Promise.all(
      passwords.map((password) => findPasswordWeakness(password, grace, DASHBOARD)),
    );
    expect(found.map((weakness) => weakness === null)).toEqual([true, false, true, false]);
  });
});
