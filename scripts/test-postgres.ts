import type { TestProject } from "vitest/node";
import { startPostgres } from "./embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's superuser; each test file makes a database of its own there. */
    postgresUrl: string;
  }
}

/** A PostgreSQL for the test run. Its data is thrown away, so nothing waits for a disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({
    postgresFlags: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"],
  });
  project.provide("postgresUrl", server.url);
  return server.stop;
}
