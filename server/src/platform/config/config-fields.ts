import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopback } from '#platform/ip-addresses.ts';

/** A comma-separated list. The empty text is the empty list. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Whether the text is a URL for which the test holds. A test that throws fails. */
function isUrl(text: string, test: (url: URL) => boolean): boolean {
  try {
    return test(new URL(text));
  } catch {
    return false;
  }
}

const isWebUrl = ({ protocol, username, password, hash }: URL) =>
  /^https?:$/.test(protocol) && `${username}${password}${hash}` === '';

export const webOrigin = z
  .string()
  .refine(
    (text) => isUrl(text, (url) => isWebUrl(url) && url.origin === text.replace(/\/$/, '')),
    'must be an http(s) URL without a path, such as https://example.org',
  );

const percentEncodingHint =
  'Percent-encode what is special in its username and password, such as @ as %40, / as %2F and % as %25';

/**
 * An unencoded `/`, `?` or `#` in the password ends the host part, so a part of the password
 * would appear in messages as a host name.
 */
const isWholeUrl = (text: string) =>
  isUrl(text, ({ hostname, username, password, pathname, search, hash }) => {
    decodeURIComponent(username + password + pathname);
    return hostname !== '' && hash === '' && !`${pathname}${search}`.includes('@');
  });

/** An issue never contains the value, because the value contains a password. */
export const urlWithPassword = (scheme: RegExp, schemeMessage: string) =>
  z
    .string()
    .regex(scheme, { error: schemeMessage, abort: true })
    .refine(isWholeUrl, `is no valid URL. ${percentEncodingHint}`);

export const postgresUrl = urlWithPassword(
  /^postgres(ql)?:\/\//,
  'must look like postgresql://user:password@host:port/database',
);

/** A password in the URL itself has precedence. */
export function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (url === undefined || password === undefined) return url;
  const complete = new URL(url);
  complete.password ||= encodeURIComponent(password);
  return complete.href;
}

/** The URL may have a path. */
export const storeUrl = z
  .string()
  .refine(
    (text) => isUrl(text, (url) => isWebUrl(url) && url.search === ''),
    'must be an http(s) URL, such as https://s3.example.org',
  );

/** An IP address or a host name (RFC 1123). */
const isHost = (text: string) =>
  isIP(text) !== 0 || (text.length <= 253 && /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?!$)|$))+$/i.test(text));

export const listeningHost = z
  .string()
  .refine(isHost, 'must be an IP address or a host name')
  .default('127.0.0.1');

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be at most 65535');

/** Placeholders in examples of documentation. */
const isExampleSecret = (secret: string) =>
  /change.?me|example|placeholder|your.?secret|^(.)\1*$/i.test(secret);

export const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= 32, 'must have at least 32 bytes')
  .refine(
    (text) => !isExampleSecret(text),
    'is an example. Generate your own, for example with openssl rand -base64 48',
  );

/** `SLUG=URL`, comma-separated: a comma that no `SLUG=` follows belongs to the URL. */
export const dataUrls = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(/,(?=\s*[a-z][a-z\d-]*=)/)
      .filter((entry) => entry.trim() !== '')
      .map((entry): [string, string] => {
        const [slug = ''] = entry.split('=', 1);
        return [slug.trimStart(), entry.slice(slug.length + 1).trim()];
      }),
  )
  .refine(
    (pairs) => pairs.every(([slug, url]) => /^[a-z][a-z\d-]*$/.test(slug) && isDataUrl(url)),
    'must be a comma-separated list of SLUG=URL, such as inflation-australia=https://example.org/cpi.json, without user names and fragments',
  )
  .transform((pairs) => new Map(pairs));

const isDataUrl = (text: string) => isUrl(text, isWebUrl) && !text.includes('#');

/** Compared by its text with what the provider says, so it is used as it is. */
export const openIdIssuer = z
  .string()
  .refine(
    (text) => isUrl(text, (url) => isWebUrl(url) && url.search === ''),
    'must be an https URL, such as https://accounts.example.org',
  )
  .refine(
    (text) => !text.startsWith('http:') || isUrl(text, ({ hostname }) => isLoopback(hostname)),
    'must begin with https: only a provider on this machine may use http',
  );
