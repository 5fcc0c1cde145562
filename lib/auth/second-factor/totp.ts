import "server-only";
import { Secret, TOTP } from "otpauth";

/** What authenticator apps expect; they ignore other values. */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** For clocks that are not exact: one step before and after. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address behind the QR code. */
export function totpAddress(secret: string, { email }: { email: string }): string {
  return totpOf(secret, email).toString();
}

/**
 * Returns the time step of a valid code that is later than the last accepted one, so that a code works once even if it
 * is overheard. Null if the code is wrong, expired, or was used.
 */
export function findTotpStep(
  secret: string,
  code: string,
  lastStep: number,
  now = Date.now(),
): number | null {
  const digits = readDigits(code);
  if (!digits) return null;
  const delta = totpOf(secret).validate({ token: digits, timestamp: now, window: WINDOW_STEPS });
  if (delta === null) return null;
  const step = Math.floor(now / 1_000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : null;
}

/** Null if it can't be a code of an app. */
export function readDigits(code: string): string | null {
  const digits = code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: "Cardwell",
    label,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
