/**
 * A problem that the operator can fix: an invalid variable, a busy port, a missing tool, a faulty
 * file. The server and its commands print the one-line message and exit with code 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}
