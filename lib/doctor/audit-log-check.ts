import "server-only";
import { formatHead } from "@/lib/audit/head";
import { readVerification } from "@/lib/audit/verification";
import { checkCheckpoint, checkEnd, readEnds } from "@/lib/audit/verify";
import { formatCount } from "@/lib/domain/money/numbers";
import { type Check, DATABASE_SETTINGS, ok, problem, skipped, withCompleteDatabase } from "./check";

const INVESTIGATE =
  "Treat it as tampering: keep the database as it is, take a backup, and compare with an earlier one.";

/** What the dashboard found when it last verified the chain. `audit:verify` walks through all of it. */
export const auditLog: Check = {
  title: "Audit log",
  needs: DATABASE_SETTINGS,
  run: (context) =>
    withCompleteDatabase(context, async (db) => {
      const { rowCount: hasLog } = await db.query(
        "select where to_regclass('audit_verification') is not null",
      );
      if (!hasLog) return skipped("Not checked, because the database was not set up yet.");
      const ends = await readEnds(db);
      const { why } = await readVerification(db);
      const broken = why ?? checkCheckpoint(ends)?.why ?? (await checkEnd(db, ends.head, ends.head))?.why;
      if (broken) return problem(`The chain is broken. ${broken}`, INVESTIGATE);
      if (ends.head.seq === 0) return ok("It is empty.");
      const { seq } = ends.checkpoint;
      const verified = seq === 0 ? "Not verified yet" : `Verified through entry ${formatCount(seq)}`;
      return ok(`${verified}. The head is ${formatHead(ends.head)}`);
    }),
};
