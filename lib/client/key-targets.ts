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

/** A closing overlay still has the focus for a moment. */
const OPEN = ":not([data-closed])";

/** Captures the keyboard while open. */
export const OVERLAY = `:is(dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox])${OPEN}`;

/** While one is open, the rest of the page has no keys of its own. A toast is none. */
export const MODAL = `:is(dialog[open], [role=dialog], [role=alertdialog])${OPEN}:not([aria-modal=false])`;
