import { ApiError } from '#api/api-error.ts';

interface Fallbacks {
  /** The server refused without an error code, and so without a reason. */
  unsaid: string;
  /** There was no readable response. */
  unanswered: string;
}

/** The message of a failed call: the server's, or else the screen's. */
export function failureText(error: Error, { unsaid, unanswered }: Fallbacks): string {
  if (!(error instanceof ApiError) || error.status === 0) return unanswered;
  return error.code ? error.message : unsaid;
}
