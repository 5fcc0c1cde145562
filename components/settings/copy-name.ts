import type { Instance } from "@/lib/domain/instances/instance-minute";

/** Several copies can run on one machine. */
export function copyName({ host, pid }: Pick<Instance, "host" | "pid">): string {
  return `${host}, process ${pid}`;
}
