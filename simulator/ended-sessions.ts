import type { Result } from "@/lib/domain/result";
import type { Intent, Session } from "./intent";
import type { Name } from "./names";
import type { Crowd } from "./people";
import { isRefused } from "./possible-values";

/** A session that someone was told has ended, and when they were. */
type Ended = { cookie: string; at: number; how: string };

/** By what people were told. The first attempt may have ended them already, and a repeated one is told the same. */
export function listEndedSessions(crowd: Crowd): Ended[] {
  return crowd.intents.flatMap((intent): Ended[] => {
    const done = intent.answers.find(({ result }) => result?.ok || saysEnded(intent, result));
    if (!done) return [];
    const { act, person } = intent;
    const end = (cookies: string[]) =>
      cookies.map((cookie) => ({ cookie, at: done.at, how: `${person}: ${act.do}` }));
    const others = () =>
      begunBefore(crowd, person, intent.begunAt).filter((cookie) => cookie !== done.cookie);
    if (act.do === "sign-out") return end([done.cookie]);
    if (act.do === "end-session") return intent.endedCookie ? end([intent.endedCookie]) : [];
    if (act.do === "end-other-sessions" || act.do === "change-password") return end(others());
    if (act.do === "add-factor" && isFirstFactor(intent, crowd)) return end(others());
    if (act.do === "end-sessions-of") return end(begunBefore(crowd, act.target, intent.begunAt));
    if (act.do === "decide-removal" && act.isConfirmed)
      return end(begunBefore(crowd, act.target, intent.begunAt));
    return [];
  });
}

/** Also if there was nothing left to end. */
function saysEnded({ act }: Intent, result: Result<unknown> | null): boolean {
  return act.do === "end-sessions-of" && !result?.ok && result?.error.code === "not-found";
}

function begunBefore({ people }: Crowd, person: Name, at: number): string[] {
  return people[person].sessions.filter(({ begunAt }: Session) => begunAt < at).map(({ cookie }) => cookie);
}

/** No other one may have been added before. */
function isFirstFactor(intent: Intent, { intents }: Crowd): boolean {
  return !intents.some(
    (other) =>
      other !== intent &&
      other.act.do === "add-factor" &&
      other.person === intent.person &&
      !isRefused(other),
  );
}
