import { DashboardEnvironment } from "@/lib/domain/settings/dashboard-settings";
import { SandboxEnvironment } from "@/sandbox/config";

/** Every setting, empty, which counts as unset and overrides both the shell and .env files. */
export const UNSET_SETTINGS: Record<string, string> = Object.fromEntries(
  [...Object.keys(DashboardEnvironment.shape), ...Object.keys(SandboxEnvironment.shape)].map((name) => [
    name,
    "",
  ]),
);
