import { resetTestRequest } from "./test-request";

// A setup file of tests that share a process: none begins with what an earlier one has opened (lib/process-wide.ts), or
// as the person whom an earlier one has signed in.
const { cardwell } = globalThis as typeof globalThis & { cardwell?: Record<string, { current: unknown }> };
for (const slot of Object.values(cardwell ?? {})) slot.current = undefined;
resetTestRequest();
