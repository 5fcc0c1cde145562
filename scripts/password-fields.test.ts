import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const HIDDEN = /type=(?:"password"|\{[^}]*"password")/;

const withPassword = sources.filter(({ text }) => /autoComplete[=:] ?"(?:current|new)-password"/.test(text));

it("every password field hides what is typed, and names its purpose for password managers", () => {
  expect(withPassword.map(({ file }) => file).sort()).toEqual([
    "components/auth/login-form.tsx",
    "components/auth/welcome-form.tsx",
    "components/security/confirm-identity-dialog.tsx",
    "components/settings/password-form.tsx",
  ]);
  for (const { file, text } of withPassword) {
    const inputs = text.match(/<TextInput[^>]*(?:password|Password)[^>]*>/g) ?? [];
    expect(inputs.length, file).toBeGreaterThan(0);
    for (const input of inputs) expect(input, file).toMatch(HIDDEN);
  }
});

it("no password field exists elsewhere", () => {
  const known = new Set(withPassword.map(({ file }) => file));
  const others = sources.filter(({ file, text }) => !known.has(file) && HIDDEN.test(text));
  expect(others.map(({ file }) => file)).toEqual([]);
});

it("nothing prevents pasting into a password field", () => {
  const handling = withPassword.filter(({ text }) => /onPaste|"paste"/.test(text));
  expect(handling.map(({ file }) => file)).toEqual([]);
});
