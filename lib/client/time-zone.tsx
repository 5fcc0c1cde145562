"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { IsoDate } from "@/lib/domain/calendar";
import { rememberPreference, TIME_ZONE_COOKIE } from "./preferences";

type Clock = {
  /** `UTC` or an IANA name. */
  timeZone: string;
  /** The year that need not be written, as the server saw it. */
  year: number;
  chooseTimeZone: (choice: "utc" | "local") => void;
};

const ClockContext = createContext<Clock>({ timeZone: "UTC", year: 0, chooseTimeZone: () => {} });

/** The first such question costs a browser some 30 ms: ask only when it matters. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type TimeZoneProviderProps = { timeZone: string; year: number; children: ReactNode };

/** Takes from the server what the cookie says, so that the first picture is the right one. */
export function TimeZoneProvider({ timeZone: given, year, children }: TimeZoneProviderProps) {
  const router = useRouter();
  const [timeZone, setTimeZone] = useState(given);

  function show(zone: string) {
    setTimeZone(zone);
    rememberPreference(TIME_ZONE_COOKIE, zone);
    // Days that a list is filtered by, and times that a file is searched for, go along, or what is shown would not.
    const address = new URL(window.location.href);
    if (!["from", "to", "search"].some((name) => address.searchParams.has(name))) return;
    if (zone === "UTC") address.searchParams.delete("zone");
    else address.searchParams.set("zone", zone);
    router.replace(`${address.pathname}${address.search}`, { scroll: false });
  }

  // Someone who chose local time may have travelled since.
  useEffect(() => {
    if (given === "UTC") return;
    const here = localTimeZone();
    if (given === here) return;
    setTimeZone(here);
    rememberPreference(TIME_ZONE_COOKIE, here);
  }, [given]);

  return (
    <ClockContext
      value={{
        timeZone,
        year,
        chooseTimeZone: (choice) => show(choice === "utc" ? "UTC" : localTimeZone()),
      }}
    >
      {children}
    </ClockContext>
  );
}

type DaysTimeZoneProps = {
  days: { from: IsoDate | null; to: IsoDate | null; zone: string | null };
  children: ReactNode;
};

/** A list that is filtered by days shows its times in the zone of those days, so that both agree. */
export function DaysTimeZone({ days: { from, to, zone }, children }: DaysTimeZoneProps) {
  return <ShownTimeZone timeZone={from || to ? (zone ?? "UTC") : null}>{children}</ShownTimeZone>;
}

type ShownTimeZoneProps = { timeZone: string | null; children: ReactNode };

/** Shows the times inside it in another zone than the person's own; null is their own. */
export function ShownTimeZone({ timeZone, children }: ShownTimeZoneProps) {
  const clock = useTimeZone();
  return <ClockContext value={{ ...clock, timeZone: timeZone ?? clock.timeZone }}>{children}</ClockContext>;
}

export function useTimeZone(): Clock {
  return useContext(ClockContext);
}
