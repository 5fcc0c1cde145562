import { idField, pageField } from "./view-fields";

const LONGEST_CURSOR = 1_000;

/** Where one is in a list. The issuer counts pages; the index goes on from a row, so that new rows push none across. */
export const paginationFields = {
  page: pageField(),
  after: idField(LONGEST_CURSOR),
  before: idField(LONGEST_CURSOR),
};
