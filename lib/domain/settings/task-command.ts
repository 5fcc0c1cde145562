/**
 * How a person runs one of scripts/tasks: from a package, whose programs set CARDWELL_PACKAGE, or from a checkout.
 * @param options such as `--from <old address>`
 */
export function taskCommand(task: string, options: string): string {
  return process.env.CARDWELL_PACKAGE
    ? `node tasks.js ${task} ${options}`
    : `npm run ${task.replace("-", ":")} -- ${options}`;
}
