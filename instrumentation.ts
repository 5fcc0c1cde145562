/** Next calls this once at startup, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startDashboard } = await import("@/lib/jobs/start-dashboard");
  await startDashboard();
}
