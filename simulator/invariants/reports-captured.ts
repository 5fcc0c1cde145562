import { createHash } from "node:crypto";
import { readChunks } from "@/lib/reports/read-file";
import { runOn } from "@/simulator/edges/machines";
import { driveUntilDone, type World } from "@/simulator/world";
import type { Invariant } from "./invariant";

type Report = { id: string; state: string; reason: string | null; file_id: string | null; files: number };

export const reportsCaptured: Invariant = {
  name: "reports-captured",
  promise:
    "Every report that was requested is stored once, with the issuer's bytes, or failed or was canceled with a reason.",
  when: "end",
  async findViolation({ world }) {
    const reports = await world.databases.dashboard.read<Report>(
      `select id, state, reason, file_id,
              (select count(*)::int from report_files where request_id = r.id) as files
       from report_requests r`,
    );
    for (const { id, state, reason, file_id, files } of reports) {
      const isEnded = state === "failed" || state === "withdrawn";
      if (isEnded && reason && files === 0) continue;
      if (state !== "captured" || !file_id) return `Report ${id} is ${state}`;
      if (files !== 1) return `Report ${id} has ${files} files`;
      const problem = await findDifference(world, id, file_id);
      if (problem) return problem;
    }
    return null;
  },
};

async function findDifference(world: World, requestId: string, fileId: string): Promise<string | null> {
  const [file] = await world.databases.dashboard.read<{
    sha256: string;
    kept_sha256: string;
    reference: string;
  }>(
    `select f.sha256, f.kept_sha256, d.reference_id as reference
     from report_files f join report_captures c on c.id = f.capture_id join webhook_deliveries d on d.id = c.delivery_id
     where f.id = $1`,
    [fileId],
  );
  const sent = world.network.calls.filter(({ path }) => path.startsWith(`/downloads/${file?.reference}.csv`));
  if (!sent.some(({ bodySha256 }) => bodySha256 === file?.sha256))
    return `The file of report ${requestId} is not what the issuer sent`;
  const stored = createHash("sha256")
    .update(await driveUntilDone(readFile(world, fileId)))
    .digest("hex");
  return stored === file?.kept_sha256 ? null : `The stored file of report ${requestId} was changed`;
}

async function readFile({ dashboards }: World, fileId: string): Promise<Buffer> {
  const machine = dashboards.find(({ isAlive }) => isAlive);
  if (!machine) throw new Error("No dashboard is running");
  return runOn(machine, null, async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of readChunks(fileId)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}
