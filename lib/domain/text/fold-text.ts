/** Blank in most fonts, but no white space by the standard. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The fast path: most texts need no folding, and a file has thousands. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The same for texts that look the same: one Unicode form, single spaces, and nothing invisible. */
export function foldForm(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(BLANK, " ")
    .replace(INVISIBLE, "")
    .normalize("NFKC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The same also in another letter case: "Straße" and "STRASSE". */
export function foldFormAndCase(text: string): string {
  return foldForm(foldForm(text).toUpperCase().toLowerCase());
}
