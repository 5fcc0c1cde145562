const TEXT_ROLES = ["combobox", "searchbox", "spinbutton", "slider", "textbox"];
const TYPEAHEAD_ROLES = ["listbox", "option", "menu", "menubar", "menuitem", "tree", "treeitem"];
const CHOICE_ROLES = ["menuitemradio", "menuitemcheckbox", "grid", "treegrid"];

/** Every control that handles letter keys: native ones, and elements with such a role. */
export const FIELD = [
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])",
  // Enter in a form may move the focus to an invalid radio group while the person is still typing.
  "form input",
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false])",
  ...[...TEXT_ROLES, ...TYPEAHEAD_ROLES, ...CHOICE_ROLES].map((role) => `[role=${role}]`),
].join(", ");

/** Captures the keyboard while open. A closing overlay is excluded, because it still has the focus. */
export const OVERLAY = [
  "dialog",
  ...["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]`),
]
  .map((overlay) => `${overlay}:not([data-closed])`)
  .join(", ");

/** An overlay that makes the rest of the page inert. */
export const MODAL = "dialog:modal, [aria-modal=true]";
