import { createHash } from "node:crypto";

// Takes the place of `@node-rs/argon2`, whose salt comes from the operating system (scripts/bundle-simulator.mjs).

export async function hash(password: string): Promise<string> {
  return `$simulated$${createHash("sha256").update(password).digest("hex")}`;
}

export async function verify(passwordHash: string, password: string): Promise<boolean> {
  return passwordHash === (await hash(password));
}
