/** A typed client of the API. The types come from the OpenAPI document: see make-schema.mjs. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

interface ClientOptions {
  /** Such as `https://declassified.example`. */
  url: string;
  /** A personal access token, which a user creates at PROFILE, SECURITY. */
  token?: string | undefined;
}

export const createApi = ({ url, token }: ClientOptions): Client<paths> =>
  createClient<paths>({
    baseUrl: url,
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });

/** The data of a response. A refusal becomes an error with the server's message, and says when to try again. */
export function dataOf<Data>({
  data,
  error,
  response,
}: {
  data?: Data;
  error?: { msg?: string } | undefined;
  response: Response;
}): Data {
  if (data !== undefined) return data;
  const retryAfter = response.headers.get('retry-after');
  const hint = retryAfter ? ` Try again in ${retryAfter} s.` : '';
  throw new Error(`${response.status}: ${error?.msg ?? response.statusText}${hint}`);
}

/** The server of the examples. */
export const optionsFromEnvironment = (): ClientOptions => ({
  url: process.env['DECLASSIFIED_URL'] ?? 'http://localhost:3000',
  token: process.env['DECLASSIFIED_TOKEN'],
});
