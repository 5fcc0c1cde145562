import { hostForClients } from "@/lib/domain/settings/loopback";
import { SettingError } from "@/lib/domain/settings/settings";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";
import { createApp } from "./app";
import { readSettings } from "./config";
import { createServer } from "./http/create-server";
import { openSandbox } from "./open-sandbox";

try {
  const { host, port, database, ...config } = readSettings(process.env);
  const sandbox = await openSandbox(database, config).catch((error: unknown) => {
    if (error instanceof DatabaseUnreachableError) fail(`${error.message} Check SANDBOX_DATABASE_URL.`);
    throw error;
  });
  const server = createServer(createApp(sandbox)).listen(port, host, () => {
    console.log(`Sandbox ready on http://${hostForClients(host)}:${port} (${sandbox.db.engine})`);
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    fail(
      error.code === "EADDRINUSE"
        ? `Port ${port} is already in use. Set SANDBOX_PORT to another port.`
        : error.message,
    );
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    server.close();
    server.closeAllConnections();
    await sandbox.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The start script that would stop us has exited.
  process.on("disconnect", stop);
} catch (error) {
  if ([SettingError, FolderInUseError, MigrationError].some((kind) => error instanceof kind))
    fail((error as Error).message);
  throw error;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
