import { createHmac, timingSafeEqual } from "node:crypto";
import { FILE_LINK_LIFETIME_SECONDS } from "@/lib/contract/webhook-event";

/** A download link carries its own end and a signature over it, so that it needs no table and no API key. */
export function issueLink(file: { referenceId: string; origin: string }, secret: string, now: Date) {
  const expireAt = Math.floor(now.getTime() / 1000) + FILE_LINK_LIFETIME_SECONDS;
  const link = new URL(`/downloads/${file.referenceId}.csv`, file.origin);
  link.searchParams.set("expires", String(expireAt));
  link.searchParams.set("signature", sign(file.referenceId, String(expireAt), secret));
  return { link: link.href, expireAt };
}

export function judgeLink(
  { referenceId, expires, signature }: { referenceId: string; expires: string; signature: string },
  secret: string,
  now: Date,
): "valid" | "expired" | "forged" {
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(referenceId, expires, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "forged";
  return now.getTime() < Number(expires) * 1000 ? "valid" : "expired";
}

function sign(referenceId: string, expires: string, secret: string): string {
  return createHmac("sha256", secret).update(`${referenceId}.${expires}`).digest("base64url");
}
