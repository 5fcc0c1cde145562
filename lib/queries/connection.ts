import "server-only";
import { z } from "zod";
import { ABSOLUTE_LIMIT_HOURS } from "@/lib/auth/sessions";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { database } from "@/lib/db/database";
import { listPolicyReports } from "@/lib/db/policy-reports";
import { readCheckedAt, sealState } from "@/lib/db/reencrypt-columns";
import { readSecretUses } from "@/lib/db/secret-uses";
import { describeLastHour } from "@/lib/domain/instances/last-hour";
import { success } from "@/lib/domain/result";
import { describePreviousSecrets } from "@/lib/domain/settings/previous-secrets";
import { listDrift } from "@/lib/drift/stored-drift";
import { env } from "@/lib/env";
import { countStreams } from "@/lib/events/stream-hub";
import { issuer } from "@/lib/issuer/issuer";
import { readBackgroundWork } from "@/lib/jobs/background-work";
import { queueState } from "@/lib/jobs/queue";
import { readMinutes } from "@/lib/metrics/minutes/instance-minutes";
import { defineQuery } from "./define-query";

/** From the calls that were made anyway. */
export const getIssuerState = defineQuery({
  name: "the issuer's status",
  permission: "cards.read",
  input: z.object({}),
  run: async () => success(issuer().state()),
});

/** Shows only the last four characters of the key. */
export const getConnection = defineQuery({
  name: "the connection",
  permission: "settings.manage",
  input: z.object({}),
  async run() {
    const probe = await issuer().listCardDesigns();
    const { engine, pool } = await database();
    const { rows } = await pool.query<{ version: string; bytes: string }>(
      "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
    );
    const { mode, issuer: settings, publicUrl, webhook } = env();
    const { readAt, minutes } = await readMinutes(pool);
    return success({
      mode,
      issuer: {
        url: settings.url,
        keyLastFour: settings.key.slice(-4),
        timeoutMs: settings.timeoutMs,
        probe: probe.ok
          ? { ok: true as const, durationMs: probe.response.durationMs }
          : { ok: false as const, message: probe.failure.message, requestId: probe.failure.requestId },
        state: issuer().state(),
      },
      webhook: {
        url: new URL("/api/webhooks/issuer", publicUrl).href,
        isSigned: webhook.secrets.length > 0,
        hasToken: webhook.token !== null,
      },
      database: { engine, version: rows[0]?.version ?? "unknown", bytes: Number(rows[0]?.bytes ?? 0) },
      secrets: {
        ...(await sealState(pool)),
        previous: describePreviousSecrets({
          ...(await readSecretUses(pool)),
          sessionHours: ABSOLUTE_LIMIT_HOURS,
          checkedAt: await readCheckedAt(pool),
          now: readAt,
        }),
      },
      index: await readIndexState(),
      queue: await queueState(),
      work: await readBackgroundWork(),
      streams: countStreams(),
      lastHour: describeLastHour(readAt, minutes),
      drift: await listDrift(),
      policyReports: await listPolicyReports(),
    });
  },
});
