import { countOf } from "@/lib/domain/money/numbers";
import { type IsoDate, isIsoDate } from "@/lib/domain/time/calendar";

const ADULT_YEARS = 18;
const OLDEST_YEARS = 120;

/** "11 years old: check the date." for a cardholder's birth date that is probably a typo; null for any other. */
export function ageQuestion(dob: string, today: IsoDate): string | null {
  if (!isIsoDate(dob) || dob >= today) return null;
  const hadBirthday = today.slice(5) >= dob.slice(5);
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (hadBirthday ? 0 : 1);
  if (years >= ADULT_YEARS && years <= OLDEST_YEARS) return null;
  return `${countOf(years, "year")} old: check the date.`;
}
