const TEXT_ROLES = ["combobox", "searchbox", "spinbutton", "slider", "textbox"];
const TYPEAHEAD_ROLES = ["listbox", "option", "menu", "menubar", "menuitem", "tree", "treeitem"];
const CHOICE_ROLES = ["menuitemradio", "menuitemcheckbox", "grid", "treegrid"];

/** Every control that has a use for letters: the native ones, and whatever claims to be one by its role. */
export const FIELD = [
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])",
  // Enter in a form may put the focus on an unanswered choice while the person types on.
  "form input",
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false])",
  ...[...TEXT_ROLES, ...TYPEAHEAD_ROLES, ...CHOICE_ROLES].map((role) => `[role=${role}]`),
].join(", ");

/** Everything that takes the keyboard when it opens. While it fades out it has the focus still, but no use for keys. */
export const OVERLAY = [
  "dialog",
  ...["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]`),
]
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join(", ");

/** What is open over the page and keeps it from being used. */
export const MODAL = "dialog:modal, [aria-modal=true]";
