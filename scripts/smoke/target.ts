import { join } from "node:path";

const { SMOKE_URL = "", SMOKE_FOLDER = "", SMOKE_REPORT = "", SMOKE_INSECURE } = process.env;
const url = new URL(SMOKE_URL);

/** What `npm run smoke` was started with. */
export const TARGET = {
  url,
  isHttps: url.protocol === "https:",
  /** Without TLS only on this machine. */
  isLocal: ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) && url.protocol === "http:",
  /** Whether any certificate is accepted. */
  isInsecure: SMOKE_INSECURE === "1",
  folder: SMOKE_FOLDER,
  report: SMOKE_REPORT,
  /** The cookies of the person, until the run ends. */
  session: join(SMOKE_FOLDER, "session.json"),
};
