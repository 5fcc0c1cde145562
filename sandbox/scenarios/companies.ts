import type { Random } from "@/sandbox/domain/credentials";
import type { CountryProfile } from "./country-profiles";
import { type Culture, drawFamilyName } from "./people";
import { at, draw } from "./random";

/** The words of company names in a language: trades, and the equivalent of "& Sons". */
type Wording = { trades: readonly string[]; heirs: string };

const wording = (trades: string, heirs: string): Wording => ({ trades: trades.split(", "), heirs });

const ENGLISH = wording(
  "Logistics, Foods, Textiles, Labs, Interiors, Marine, Studio, Partners, Robotics, Print Works, Freight, Farms, Consulting, Ceramics, Instruments, Outfitters",
  "& Sons",
);

const WORDINGS: Partial<Record<Culture, Wording>> = {
  czech: wording("Strojírny, Pekárna, Software, Sklárny, Stavby, Tiskárna, Doprava, Nábytek", "a synové"),
  danish: wording("Logistik, Bageri, Arkitekter, Rederi, Møbler, Teknik, Gartneri, Byg", "& Sønner"),
  dutch: wording("Logistiek, Bouw, Bloemen, Techniek, Scheepswerf, Drukkerij, Zuivel, Advies", "& Zonen"),
  finnish: wording("Konepaja, Leipomo, Metsä, Rakennus, Kuljetus, Ohjelmistot, Pöytä, Vene", "& Pojat"),
  french: wording(
    "Pâtisserie, Logistique, Conseil, Menuiserie, Énergies, Vins, Éditions, Matériaux",
    "& Fils",
  ),
  german: wording(
    "Logistik, Feinkost, Werkzeugbau, Druckerei, Möbelwerk, Software, Küchen, Brauerei",
    "& Söhne",
  ),
  hungarian: wording("Gépgyár, Pékség, Szoftver, Építő, Borászat, Szállítás, Bútor, Nyomda", "és Fiai"),
  indonesian: wording("Logistik, Tekstil, Pangan, Teknik, Bahari, Furnitur, Cetak, Kopi", "& Putra"),
  italian: wording("Ceramiche, Trasporti, Caffè, Meccanica, Vini, Arredamenti, Moda, Qualità", "& Figli"),
  norwegian: wording("Fiskeri, Logistikk, Bygg, Rederi, Møbler, Sjømat, Teknikk, Trevare", "& Sønner"),
  polish: wording(
    "Transport, Meble, Piekarnia, Budownictwo, Narzędzia, Drukarnia, Żegluga, Usługi",
    "i Synowie",
  ),
  portuguese: wording("Logística, Café, Construções, Cerâmica, Vinhos, Têxtil, Edições, Móveis", "& Filhos"),
  spanish: wording(
    "Logística, Diseño, Construcción, Cerámica, Aceites, Muebles, Señalética, Viñas",
    "e Hijos",
  ),
  swedish: wording("Åkeri, Bageri, Möbler, Bygg, Teknik, Skeppsvarv, Tryckeri, Trädgård", "& Söner"),
  turkish: wording(
    "Lojistik, Tekstil, Gıda, İnşaat, Mobilya, Yazılım, Çinicilik, Taşımacılık",
    "ve Oğulları",
  ),
};

const INVENTED_NAMES =
  "Nordlys, Kestrel, Halcyon, Juniper, Bluepeak, Solstice, Lumen, Tamarind, Cobalt, Sequoia, Alder, Monsoon, Zephyr, Orchard, Basalt, Quill, Marlow, Vesper, Saltmarsh, Larkspur, Copperleaf, Fathom, Hollin, Peregrine".split(
    ", ",
  );

/** A full legal name in the country's first language: `Böhm & Söhne GmbH`. */
export function drawCompany(random: Random, { cultures, cities, legalForms }: CountryProfile): string {
  const culture = draw(random, cultures);
  const { trades, heirs } = WORDINGS[at(cultures, 0)] ?? ENGLISH;
  const trade = draw(random, trades);
  const family = drawFamilyName(random, culture);
  const partner = drawFamilyName(random, culture);
  const name = draw(random, [
    `${family} ${heirs}`,
    `${family} & ${partner}`,
    `${family} ${trade}`,
    `${family} ${trade}`,
    `${draw(random, cities)} ${trade}`,
    `${draw(random, INVENTED_NAMES)} ${trade}`,
    `${draw(random, INVENTED_NAMES)} ${trade}`,
  ]);
  return `${name} ${draw(random, legalForms)}`;
}
