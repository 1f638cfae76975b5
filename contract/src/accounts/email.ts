import { z } from 'zod';
import { canParseUrl } from 'contract/can-parse-url.ts';
import { isStorable, requiredOr, unstorable } from 'contract/fields.ts';
import { accountLimits, accountMessages } from './accounts.constants.ts';

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const domain = `(?:${label}\\.)+${label}`;

/** A name of the public internet in ASCII. Its last label is never a number, unlike that of an IP address. */
export const publicHostname = new RegExp(`^(?!.*\\.\\d+$)${domain}$`);

/** What `<input type=email>` accepts by the HTML standard, with a dot in the domain. */
const emailAddress = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${domain}$`);

/** Characters that end or change the host of a URL. */
const notInHost = /[/?#\\:@%\s]/;

/** Mail servers know an internationalized domain in ASCII (RFC 5890). Text without one remains as it is. */
function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const host = text.slice(at);
  if (at === 0 || /^\p{ASCII}*$/u.test(host) || notInHost.test(host) || !canParseUrl(`http://${host}`))
    return text;
  return text.slice(0, at) + new URL(`http://${host}`).hostname;
}

const addressText = (missing: string) =>
  z
    .string({ error: requiredOr('Must be text.', missing) })
    .trim()
    .overwrite(withAsciiDomain)
    .min(1, { error: missing, abort: true })
    .max(accountLimits.emailMaxLength, `Must have at most ${accountLimits.emailMaxLength} characters.`)
    .refine(isStorable, unstorable);

const { emailLocalPartMaxLength } = accountLimits;

export const Email = addressText(accountMessages.emailRequired)
  .regex(emailAddress, accountMessages.emailInvalid)
  .refine(
    (address) => address.lastIndexOf('@') <= emailLocalPartMaxLength,
    `Must have at most ${emailLocalPartMaxLength} characters before the @.`,
  )
  .describe('Unique without regard to letter case. An internationalized domain is stored in ASCII.');

/** The username or email address of a sign-in. */
export const Identifier = addressText(accountMessages.usernameRequired);
