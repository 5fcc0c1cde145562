import "server-only";
import type { Finding, Reader, Unread } from "@/lib/alerts/finding";
import { MIN_CERTIFICATE_DAYS, readValidity } from "@/lib/doctor/certificate-validity";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const REREAD_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** By host. */
const slot = processWide<Map<string, { readAtMs: number; validUntil: Date | null }>>("certificates");

/** Of the dashboard's public URL and of the issuer, read once an hour. An unreachable host says nothing. */
export const certificatesReader: Reader = {
  conditions: ["certificate-expiring"],
  async read(now) {
    const { publicUrl, issuer } = env();
    const urls = [publicUrl, new URL(issuer.url)].filter(({ protocol }) => protocol === "https:");
    const found = await Promise.all(
      urls.map(async (url) => ({ host: url.host, validUntil: await validityOf(url, now) })),
    );
    return found.flatMap(({ host, validUntil }) => findExpiring(host, validUntil, now));
  },
};

export function findExpiring(host: string, validUntil: Date | null, now: Date): (Finding | Unread)[] {
  if (!validUntil) return [{ condition: "certificate-expiring", subject: host, isUnread: true }];
  const days = (validUntil.getTime() - now.getTime()) / DAY_MS;
  if (days >= MIN_CERTIFICATE_DAYS) return [];
  const day = validUntil.toISOString().slice(0, 10);
  const detail = `The certificate of ${host} ${days < 0 ? "expired" : "expires"} on ${day}.`;
  return [{ condition: "certificate-expiring", subject: host, detail }];
}

async function validityOf(url: URL, now: Date): Promise<Date | null> {
  slot.current ??= new Map();
  const known = slot.current.get(url.host);
  if (known && now.getTime() - known.readAtMs < REREAD_MS) return known.validUntil;
  const read = await readValidity(url);
  // What was read before counts while the host can't be reached.
  const validUntil = typeof read === "string" ? (known?.validUntil ?? null) : read;
  slot.current.set(url.host, { readAtMs: now.getTime(), validUntil });
  return validUntil;
}
