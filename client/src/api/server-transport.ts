import type { PublicRead } from 'contract/page-renderer.ts';

let read: PublicRead | undefined;

/** Sets the function that answers calls while pages are rendered on the server. */
export function setServerTransport(transport: PublicRead): void {
  read = transport;
}

export async function respondOnServer(...call: Parameters<PublicRead>): Promise<Response> {
  if (!read) throw new Error('There is no transport.');
  const { status, body } = await read(...call);
  return Response.json(body, { status });
}
