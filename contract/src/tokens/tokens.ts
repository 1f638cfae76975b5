import { z } from 'zod';
import { Id, IdPath, Moment, requiredOr, Timestamp, visibleLine, storedKind } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { listOf } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { tokenLimits, tokenMessages, tokenScopes } from './tokens.constants.ts';

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    scopes: z.array(storedKind(tokenScopes)),
    prefix: z.string().describe('The first characters of the token.'),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().describe('To the minute.'),
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

export const CreateTokenBody = z
  .strictObject({
    name: visibleLine(tokenLimits.nameMaxLength, 'Give it a name.'),
    scopes: z
      .array(z.enum(tokenScopes, `Must be of ${tokenScopes.join(', ')}.`), {
        error: requiredOr('Must be a list of scopes.'),
      })
      .min(1, 'Choose at least one.')
      .max(tokenScopes.length, `Must name at most ${tokenScopes.length}.`),
    expires_at: Moment,
  })
  .meta({ id: 'CreateToken' });

export const listTokens = route('listTokens', {
  summary: 'List the user’s API tokens',
  response: listOf(Token, exampleToken, 'The newest first.'),
});

export const createToken = route('createToken', {
  summary: 'Create an API token',
  description: `A program sends the token as \`Authorization: Bearer dcl_…\`. The token permits the operations of its scopes, as long as its owner may use them. It expires at \`expires_at\`, at most ${tokenLimits.maxDays} days from now. A user has at most ${tokenLimits.perUser} tokens.`,
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
      'The token was created. It is returned only in this response.',
    ),
  },
  errors: ['conflict'],
  rateLimit: rateLimits.relationChange,
});

export const deleteToken = route('deleteToken', {
  summary: 'Revoke an API token',
  description: 'The token is invalid as soon as this call has returned.',
  params: IdPath,
  responses: { 204: empty('Revoked.') },
  rateLimit: rateLimits.relationChange,
});
