/**
 * What an operator can mend: a wrong variable, a busy port, a missing tool, a faulty file. The server and its commands
 * print the message, one line, and exit with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}
