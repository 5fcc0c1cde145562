/** `id`, `card_id`, `Card ID`, `cardId`. */
export function isIdColumn(name: string): boolean {
  return /(^|[_ ])id$/i.test(name) || /[a-z]Id$/.test(name);
}
