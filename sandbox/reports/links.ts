import { createHmac, timingSafeEqual } from "node:crypto";
import { FILE_LINK_LIFETIME_SECONDS } from "@/lib/contract/webhook-event";

/** `world` is null for the default one. The link contains its expiry and a signature, so that it needs neither a table nor an API key. */
export function issueLink(
  file: { referenceId: string; origin: string; world: string | null },
  secret: string,
  now: Date,
) {
  const expireAt = Math.floor(now.getTime() / 1000) + FILE_LINK_LIFETIME_SECONDS;
  const link = new URL(`/downloads/${file.referenceId}.csv`, file.origin);
  if (file.world) link.searchParams.set("world", file.world);
  link.searchParams.set("expires", String(expireAt));
  link.searchParams.set("signature", sign(file.referenceId, String(expireAt), secret));
  return { link: link.href, expireAt };
}

export function verifyLink(
  { referenceId, expires, signature }: { referenceId: string; expires: string; signature: string },
  secret: string,
  now: Date,
): "valid" | "expired" | "forged" {
  const provided = Buffer.from(signature);
  const expected = Buffer.from(sign(referenceId, expires, secret));
  if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return "forged";
  return now.getTime() < Number(expires) * 1000 ? "valid" : "expired";
}

function sign(referenceId: string, expires: string, secret: string): string {
  return createHmac("sha256", secret).update(`${referenceId}.${expires}`).digest("base64url");
}
