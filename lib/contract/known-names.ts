import { countCharacters } from "@/lib/domain/text/characters";
import type { CardApplication } from "./card-application";
import { PERSON_NAME_MAX_CHARACTERS } from "./create-card";

/** Fills the name fields of both customer types, because the index doesn't know which one applies. */
export function knownNames(
  name: string,
): Pick<CardApplication["kyc"], "firstName" | "lastName" | "fullName"> {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const lastName = words.slice(1).join(" ");
  const fits = [words[0] ?? "", lastName].every(
    (part) => countCharacters(part) <= PERSON_NAME_MAX_CHARACTERS,
  );
  return { fullName: name.trim(), firstName: fits ? (words[0] ?? "") : "", lastName: fits ? lastName : "" };
}
