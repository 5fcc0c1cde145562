import "server-only";
import { env } from "@/lib/env";
import { issuer } from "./issuer";

const DAY_MS = 86_400_000;

/**
 * The time by the issuer's clock, from its last response. The sandbox's clock can be moved at will; a live issuer that
 * is off by more than a day has sent a wrong date.
 */
export function issuerNow(): Date {
  const skewMs = issuer().state().clockSkewMs ?? 0;
  const isCredible = env().mode === "sandbox" || Math.abs(skewMs) <= DAY_MS;
  return new Date(Date.now() + (isCredible ? skewMs : 0));
}
