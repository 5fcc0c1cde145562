export type ComboboxOption = {
  value: string;
  label: string;
  /** Beside the label: a code, a prefix. Found by the search too. */
  detail?: string;
};
