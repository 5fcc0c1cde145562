import "server-only";
import { z } from "zod";
import { type Channel, listChannels } from "@/lib/alerts/channels";
import { type DeliverySummary, listAlerts, readNewestDeliveries } from "@/lib/alerts/read-alerts";
import { ALL_ADMINS } from "@/lib/domain/alerts/channel";
import { success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { hostOf } from "@/lib/reports/address-guard";
import { defineQuery } from "./define-query";

export const getAlerts = defineQuery({
  name: "the alerts",
  permission: "settings.manage",
  input: z.object({}),
  async run() {
    const newest = await readNewestDeliveries();
    const channels = await listChannels();
    return success({
      alerts: await listAlerts(),
      privateHosts: env().alertHosts.map(hostOf),
      channels: channels.map((channel) => describeChannel(channel, newest.get(channel.id) ?? null)),
    });
  },
});

/** Without the URL and its secret. */
function describeChannel({ target, ...channel }: Channel, delivery: DeliverySummary | null) {
  return { ...channel, leadsTo: describeTarget(target), delivery };
}

function describeTarget(target: Channel["target"]): string | null {
  if (!target) return null;
  if (target.kind !== "mail") return new URL(target.url).host;
  return target.addresses.length > 0 ? target.addresses.join(", ") : ALL_ADMINS;
}
