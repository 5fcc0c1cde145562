/** Stops reading at any depth. Its message is shown to the person; `readTable` returns it. */
export class TableProblem extends Error {}

export const damaged = (cause?: unknown) =>
  new TableProblem("The workbook is damaged. Open it in a spreadsheet app and save it as XLSX or CSV.", {
    cause,
  });
