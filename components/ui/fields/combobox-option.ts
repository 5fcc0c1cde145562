export type ComboboxOption = {
  value: string;
  label: string;
  /** Shown beside the label and searched too: a code, a prefix. */
  detail?: string;
};
