import { PERSON_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { countCharacters } from "@/lib/domain/characters";
