import { z } from 'zod';
import { boundedText, Id, IdPath, requiredOr, Timestamp } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { listOf } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { tokenLimits, tokenMessages, tokenScopes } from './tokens.constants.ts';

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    prefix: z.string().meta({ description: 'How the token begins.' }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'Precise to a minute.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Token' });

export type Token = z.infer<typeof Token>;

const exampleToken: Token = {
  id: '01930a4e-7c00-7000-8000-000000000006',
  name: 'Household budget',
  scopes: ['read:friends'],
  prefix: 'dcl_4fQ1zk',
  created_at: '2026-01-31T02:03:04.567Z',
  last_used_at: null,
  expires_at: '2026-12-31T00:00:00.000Z',
};

const notATime = 'Must be a date and time such as 2026-12-31T00:00:00Z.';

export const CreateTokenBody = z
  .strictObject({
    name: boundedText(tokenLimits.nameMaxLength, 'Give it a name.'),
    scopes: z
      .array(z.enum(tokenScopes, `Must be of ${tokenScopes.join(', ')}.`), {
        error: requiredOr('Must be a list of scopes.'),
      })
      .min(1, 'Choose at least one.')
      .max(tokenScopes.length, `Must name at most ${tokenScopes.length}.`),
    expires_at: z.iso
      .datetime({ offset: true, error: requiredOr(notATime) })
      .transform((text) => new Date(text))
      .pipe(z.date(notATime)),
  })
  .meta({ id: 'CreateToken' });

export const listTokens = route('listTokens', {
  summary: 'List the own tokens for programs',
  responses: { 200: listOf(Token, exampleToken, 'The newest first.') },
});

export const createToken = route('createToken', {
  summary: 'Make a token for a program',
  description: `A program sends it as \`Authorization: Bearer dcl_…\`. It does what its scopes name and its owner may do at that moment, and nothing else. It ends at \`expires_at\`, at most ${tokenLimits.maxDays} days ahead. At most ${tokenLimits.perUser} tokens.`,
  body: CreateTokenBody,
  bodyExample: { name: exampleToken.name, scopes: exampleToken.scopes, expires_at: exampleToken.expires_at },
  responses: {
    201: json(
      z.object({ msg: z.string(), token: z.string(), data: Token }),
      {
        msg: tokenMessages.tokenCreated,
        token: 'dcl_4fQ1zkyWwB5m0nJq1sT8u3vX6yZ9aC2dE5fG7hJ0kLm',
        data: exampleToken,
      },
      'Made. The token is in this response only.',
    ),
  },
  errors: ['conflict'],
  rateLimit: rateLimits.relationChange,
});

export const deleteToken = route('deleteToken', {
  summary: 'Revoke a token',
  description: 'No call passes with it once this has answered.',
  params: IdPath,
  responses: { 204: empty('Revoked.') },
  rateLimit: rateLimits.relationChange,
});
