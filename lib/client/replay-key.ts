import { isCharacter } from "./shortcut-keys";

const TAB_STOPS =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex='-1'])";
const TEXT_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])";
const CLICKED_BY: Record<string, string> = { Enter: "a[href], button", " ": "button, input" };

/** Dispatches a key press again at the focused element. `onPress` receives the event before any other listener. */
export function replayKey(original: KeyboardEvent, onPress: (event: KeyboardEvent) => void): void {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = original;
  const copy = (type: string) =>
    new KeyboardEvent(type, {
      ...{ key, code, shiftKey, ctrlKey, altKey, metaKey },
      bubbles: true,
      cancelable: true,
      composed: true,
    });
  const down = copy("keydown");
  onPress(down);
  if (focusedElement().dispatchEvent(down)) performDefaultAction(focusedElement(), original);
  focusedElement().dispatchEvent(copy("keyup"));
}

function focusedElement(): Element {
  return document.activeElement ?? document.body;
}

/** Browsers perform no default action for events created by scripts. */
function performDefaultAction(target: Element, press: KeyboardEvent): void {
  const { key } = press;
  if (key === "Tab") moveFocus(target, press.shiftKey ? -1 : 1);
  else if (isTextField(target)) editText(target, press);
  else if (target instanceof HTMLSelectElement) chooseOption(target, press);
  else if (isRadio(target) && key.startsWith("Arrow"))
    chooseRadio(target, key === "ArrowDown" || key === "ArrowRight" ? 1 : -1);
  else if (target instanceof HTMLElement && CLICKED_BY[key] && target.matches(CLICKED_BY[key]))
    target.click();
}

function isTextField(target: Element): target is HTMLInputElement | HTMLTextAreaElement {
  return target.matches(TEXT_FIELDS);
}

function isRadio(target: Element): target is HTMLInputElement {
  return target.matches("input[type=radio]");
}

function editText(field: HTMLInputElement | HTMLTextAreaElement, press: KeyboardEvent): void {
  // Deprecated, but the only way to edit that respects `maxlength` and undo in every kind of field.
  if (isCharacter(press)) document.execCommand("insertText", false, press.key);
  else if (press.key === "Backspace") document.execCommand("delete");
  else if (press.key === "Delete") document.execCommand("forwardDelete");
  else if (press.key === "Enter" && field instanceof HTMLTextAreaElement)
    document.execCommand("insertText", false, "\n");
  else if (press.key === "Enter") submit(field.form);
}

function submit(form: HTMLFormElement | null): void {
  const button = [...(form?.elements ?? [])].find((element) => element.matches("[type=submit]"));
  if (button instanceof HTMLElement) button.click();
  else form?.requestSubmit();
}

function chooseOption(select: HTMLSelectElement, press: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[press.key];
  const letter = press.key.toLowerCase();
  const options = [...select.options];
  // A letter searches from the option after the selected one and wraps around.
  const after = [...options.slice(select.selectedIndex + 1), ...options.slice(0, select.selectedIndex + 1)];
  const next = step
    ? options[select.selectedIndex + step]
    : after.find((option) => isCharacter(press) && option.label.toLowerCase().startsWith(letter));
  if (!next || next.disabled) return;
  next.selected = true;
  select.dispatchEvent(new Event("input", { bubbles: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

function chooseRadio(radio: HTMLInputElement, step: 1 | -1): void {
  const group = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]:enabled")].filter(
    ({ name, form }) => name === radio.name && form === radio.form,
  );
  const next = group.at((group.indexOf(radio) + step) % group.length);
  next?.focus();
  next?.click();
}

function moveFocus(from: Element, step: 1 | -1): void {
  const root = from.closest("dialog, [role=dialog], [role=alertdialog]") ?? document;
  const stops = [...root.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(isTabStop);
  const next = stops.at((stops.indexOf(from as HTMLElement) + step) % stops.length);
  next?.focus();
  if (next instanceof HTMLInputElement && isTextField(next)) next.select();
}

/** A radio group has one tab stop: the checked radio. */
function isTabStop(element: HTMLElement): boolean {
  const isOtherRadio = element.matches("[type=radio]:not(:checked, :focus)");
  return element.checkVisibility() && element.tabIndex >= 0 && !isOtherRadio;
}
