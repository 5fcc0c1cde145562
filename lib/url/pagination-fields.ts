import { idField, pageField } from "./view-fields";

const MAX_CURSOR_LENGTH = 1_000;

/** The issuer's pages are numbered; the index continues from a row, so that new rows don't shift the pages. */
export const paginationFields = {
  page: pageField(),
  after: idField(MAX_CURSOR_LENGTH),
  before: idField(MAX_CURSOR_LENGTH),
};
