import { ApiError } from '#api/api-error.ts';

interface Fallbacks {
  /** The server refused without an error code, and so without a reason. */
  unsaid: string;
  /** No answer came, or none that could be read. */
  unanswered: string;
}

/** What to tell a person about a failed call: the server's own words, or else the screen's. */
export function failureText(error: Error, { unsaid, unanswered }: Fallbacks): string {
  if (!(error instanceof ApiError) || error.status === 0) return unanswered;
  return error.code ? error.message : unsaid;
}
