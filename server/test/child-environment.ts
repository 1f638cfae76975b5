/** The variables that programs need to run. None of them is a setting of the product. */
const neededByPrograms =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|TZ|LANG|LC_\w+|SystemRoot|LD_LIBRARY_PATH)$/;

/**
 * The environment of a process that a test starts: the variables that programs need, and `variables`. It does not
 * contain other variables of the test run, such as the URL of a real database.
 */
export function childEnvironment(variables: Record<string, string>): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && neededByPrograms.test(name)) inherited[name] = value;
  }
  return { ...inherited, ...variables };
}
