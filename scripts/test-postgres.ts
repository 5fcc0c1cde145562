import type { TestProject } from "vitest/node";
import { startPostgres } from "./embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser connection; each test file creates its own database. */
    postgresUrl: string;
  }
}

/** Durability is off, because the data is discarded after the test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({
    postgresFlags: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"],
  });
  project.provide("postgresUrl", server.url);
  return server.stop;
}
