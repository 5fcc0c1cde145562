import { Secret, TOTP } from "otpauth";
import { time } from "./edges/virtual-time";
import type { Person } from "./intent";
import type { Code } from "./step";

/** Null if the person has no such code. A phone's clock is right. */
export function chooseCode(person: Person, code: Code | "password" | "wrong-password"): string | null {
  if (code === "password" || code === "wrong-password") return code;
  if (code === "again") return person.lastCode;
  if (code === "recovery-0" || code === "recovery-1")
    return person.recoveryCodes[code.endsWith("0") ? 0 : 1] ?? null;
  if (!person.app) return null;
  const shown = new TOTP({ secret: Secret.fromBase32(person.app.secret) }).generate({ timestamp: time.now });
  if (code === "wrong") return shown.slice(0, -1) + ((Number(shown.at(-1)) + 1) % 10);
  person.lastCode = shown;
  return shown;
}
