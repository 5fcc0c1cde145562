import setUp from "@/e2e/global-setup";

// Builds, and starts what all runs share. It stops when the IPC channel closes, even if our parent is killed.
const stop = await setUp();
const { E2E_POSTGRES_URL, E2E_SANDBOX_URL } = process.env;
process.once("disconnect", () => void stop().then(() => process.exit(0)));
process.send?.({ E2E_POSTGRES_URL, E2E_SANDBOX_URL });
