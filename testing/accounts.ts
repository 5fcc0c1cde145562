import { DEMO_PEOPLE, findPersonByEmail, type Person, seedDemoPeople } from "@/lib/auth/people";
import { type SignInOutcome, signIn } from "@/lib/auth/sign-in";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { openTestDashboard } from "./dashboard-database";

export const support = DEMO_PEOPLE.support.email;
export const finance = DEMO_PEOPLE.finance.email;

let clientCount = 0;
/** A new address for each attempt, so that only the account's own counter can throttle it. */
export const uniqueClient = () => {
  clientCount += 1;
  return { address: `198.51.${clientCount >> 8}.${clientCount & 255}`, userAgent: "a test", requestId: "r" };
};

export const browserWith = (cookies: Record<string, string>) => ({
  readCookie: (name: string) => cookies[name],
  previousSessionId: null,
});

export const signInWithWrongPassword = (email: string, cookies: Record<string, string> = {}) =>
  signIn({ email, password: "wrong" }, uniqueClient(), browserWith(cookies));

export const signInWithDemoPassword = (email: string, cookies: Record<string, string> = {}) =>
  signIn({ email, password: DEMO_PASSWORD }, uniqueClient(), browserWith(cookies));

export function countOutcomes(outcomes: SignInOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { is } of outcomes) counts[is] = (counts[is] ?? 0) + 1;
  return counts;
}

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;

/** The demo people, with throttling windows that a slow machine can't outlast. */
export async function openTestAccounts() {
  const db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await db.pool.query(`
    create function hold_window_open() returns trigger language plpgsql as $$
    begin
      new.window_ends_at := now() + interval '1 day';
      return new;
    end $$;
    create trigger hold_window_open before insert on throttles
      for each row execute function hold_window_open();
  `);
  return {
    db,
    async clearAttempts(): Promise<void> {
      await db.pool.query("delete from throttles");
      await db.pool.query("delete from throttled_attempts");
    },
    /** Ends all sessions when the attempt is counted: after they were looked up, before the attempt is checked. */
    async endSessionsDuring<Outcome>(attempt: () => Promise<Outcome>): Promise<Outcome> {
      await db.pool.query(`
        create function end_sessions() returns trigger language plpgsql as $$
        begin
          update sessions set revoked_at = now();
          return new;
        end $$;
        create trigger end_sessions after insert on throttles for each row execute function end_sessions();
      `);
      return attempt().finally(() => db.pool.query("drop function end_sessions cascade"));
    },
    async getPerson(email: string): Promise<Person> {
      const person = await findPersonByEmail(db.pool, email);
      if (!person) throw new Error(`${email} does not exist`);
      return person;
    },
    async readAuditAfter(seq: number): Promise<Record<string, unknown>[]> {
      const { rows } = await db.pool.query<{ body: string }>(
        "select body from audit where seq > $1 order by seq",
        [seq],
      );
      return rows.map(({ body }) => JSON.parse(body));
    },
    async lastAuditSeq(): Promise<number> {
      const { rows } = await db.pool.query("select seq from audit_head");
      return Number(rows[0].seq);
    },
  };
}
