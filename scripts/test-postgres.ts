import type { TestProject } from "vitest/node";
import { startPostgres, WITHOUT_DURABILITY } from "./embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser connection; each test file creates its own database. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ postgresFlags: WITHOUT_DURABILITY });
  project.provide("postgresUrl", server.url);
  return server.stop;
}
