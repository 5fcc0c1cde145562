/** Next.js calls this before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { checkSettings } = await import("@/lib/check-settings");
    checkSettings();
  }
}
