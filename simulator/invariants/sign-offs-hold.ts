import type { SignedFile } from "@/lib/domain/reconciliation/sign-off";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { Invariant } from "./invariant";

export const signOffsHold: Invariant = {
  name: "sign-offs-hold",
  promise: "A sign-off that stands and isn't stale is over the newest files of its day.",
  when: "end",
  async findViolation({ world }) {
    const { dashboard } = world.databases;
    const standing = await dashboard.read<{ date: IsoDate; files: SignedFile[] }>(
      `select to_char(date, 'YYYY-MM-DD') as date, evidence -> 'files' as files from sign_offs
       where period = 'day' and reopened_at is null and stale_since is null`,
    );
    const newest = await dashboard.read<SignedFile>(
      `select distinct on (r.date, r.type) r.type, to_char(r.date, 'YYYY-MM-DD') as date, f.sha256
       from report_requests r join report_files f on f.id = r.file_id
       where r.state = 'captured' and r.type in ('daily', 'fee', 'dailyTransactionFee')
       order by r.date, r.type, f.completed_at desc, f.id`,
    );
    for (const { date, files } of standing) {
      const signed = namesOf(files);
      if (signed !== namesOf(newest.filter((file) => file.date === date)))
        return `${date} is signed off over ${signed}, and other files are newer`;
    }
    return null;
  },
};

function namesOf(files: SignedFile[]): string {
  return files
    .map(({ type, sha256 }) => `${type} ${sha256.slice(0, 8)}`)
    .sort()
    .join(", ");
}
