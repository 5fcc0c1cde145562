"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { savePreference, TIME_ZONE_COOKIE } from "./preferences";

type Clock = {
  /** `UTC` or an IANA name. */
  timeZone: string;
  /** The current year on the server, which dates leave out. */
  year: number;
  chooseTimeZone: (choice: "utc" | "local") => void;
};

const ClockContext = createContext<Clock>({ timeZone: "UTC", year: 0, chooseTimeZone: () => {} });

/** The first call takes a browser about 30 ms. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type TimeZoneProviderProps = { timeZone: string; year: number; children: ReactNode };

/** Takes the cookie's value from the server so that the first render is correct. */
export function TimeZoneProvider({ timeZone: initialTimeZone, year, children }: TimeZoneProviderProps) {
  const router = useRouter();
  const [timeZone, setTimeZone] = useState(initialTimeZone);

  function changeTimeZone(zone: string) {
    setTimeZone(zone);
    savePreference(TIME_ZONE_COOKIE, zone);
    // Date filters and searched times are in this zone, so the rows must be read again.
    const url = new URL(window.location.href);
    if (!["from", "to", "clearedFrom", "clearedTo", "search"].some((name) => url.searchParams.has(name)))
      return;
    if (zone === "UTC") url.searchParams.delete("zone");
    else url.searchParams.set("zone", zone);
    router.replace(`${url.pathname}${url.search}`, { scroll: false });
  }

  // The person may have traveled since they chose local time.
  useEffect(() => {
    if (initialTimeZone === "UTC") return;
    const localZone = localTimeZone();
    if (initialTimeZone === localZone) return;
    setTimeZone(localZone);
    savePreference(TIME_ZONE_COOKIE, localZone);
  }, [initialTimeZone]);

  return (
    <ClockContext
      value={{
        timeZone,
        year,
        chooseTimeZone: (choice) => changeTimeZone(choice === "utc" ? "UTC" : localTimeZone()),
      }}
    >
      {children}
    </ClockContext>
  );
}

type FilterTimeZoneProps = {
  days: { from: IsoDate | null; to: IsoDate | null; zone: string | null };
  children: ReactNode;
};

/** A list with a date filter shows its times in the filter's zone, so that both agree. */
export function FilterTimeZone({ days: { from, to, zone }, children }: FilterTimeZoneProps) {
  return <TimeZoneOverride timeZone={from || to ? (zone ?? "UTC") : null}>{children}</TimeZoneOverride>;
}

type TimeZoneOverrideProps = { timeZone: string | null; children: ReactNode };

/** Shows the times inside it in this zone; null keeps the person's own. */
export function TimeZoneOverride({ timeZone, children }: TimeZoneOverrideProps) {
  const clock = useTimeZone();
  return <ClockContext value={{ ...clock, timeZone: timeZone ?? clock.timeZone }}>{children}</ClockContext>;
}

export function useTimeZone(): Clock {
  return useContext(ClockContext);
}
