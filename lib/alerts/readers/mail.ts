import "server-only";
import type { Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";

export const mailReader: Reader = {
  conditions: ["mail-stuck"],
  async read() {
    const { rowCount } = await (await pool()).query(
      "select from mails where state = 'waiting' and created_at < now() - interval '30 minutes' limit 1",
    );
    if (!rowCount) return [];
    return [
      { condition: "mail-stuck", subject: "", detail: "Email has been waiting for more than half an hour." },
    ];
  },
};
