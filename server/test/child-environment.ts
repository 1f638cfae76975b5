/** What programs need of the environment to run at all; nothing that the product itself reads. */
const neededByPrograms =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|TZ|LANG|LC_\w+|SystemRoot|LD_LIBRARY_PATH)$/;

/**
 * The environment of a process that a test starts: what programs need, and `variables`. Whatever else is set where
 * the tests run, such as the address of a real database, stays out.
 */
export function childEnvironment(variables: Record<string, string>): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && neededByPrograms.test(name)) inherited[name] = value;
  }
  return { ...inherited, ...variables };
}
