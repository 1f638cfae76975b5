import { describe, expect, it } from 'vitest';
import type { DocumentedOperation, OpenApiDocument } from '#test/openapi.ts';
import { createJudge } from './judge.ts';

const id = '5f0c1d9e-3a64-4c1b-9f0e-8d2b7a416c35';
const json = (schema: Record<string, unknown>, examples = {}) => ({
  description: '',
  content: { 'application/json': { schema, examples } },
});
const operation: DocumentedOperation = {
  path: '/',
  method: 'get',
  operationId: 'probe',
  tags: [],
  responses: {
    200: json({ type: 'object', properties: { ok: { type: 'boolean' } }, additionalProperties: false }),
    204: { description: '' },
    400: json({ type: 'object' }, { validation_failed: {} }),
  },
};
const judge = createJudge({ components: { schemas: {} } } as OpenApiDocument, ['s3cret']);

interface Given {
  status: number;
  body: string;
  type?: string;
  requestId?: string;
  isElsewhere?: boolean;
}

function kindOf({
  status,
  body,
  type = 'application/json; charset=utf-8',
  requestId = id,
  isElsewhere = false,
}: Given) {
  const headers = { 'content-type': type, 'x-request-id': requestId };
  return judge({ operation, method: 'GET', isElsewhere }, { status, headers, body: Buffer.from(body) })?.kind;
}

const failure = (change: object = {}) =>
  JSON.stringify({ msg: 'No.', code: 'validation_failed', request_id: id, ...change });

describe('the judge of the fuzzer', () => {
  it.each<[string, Given]>([
    ['a response of its schema', { status: 200, body: '{"ok":true}' }],
    ['a declared failure', { status: 400, body: failure() }],
    ['nothing, where nothing is declared', { status: 204, body: '' }],
    [
      'a failure of another operation',
      { status: 404, body: failure({ code: 'not_found' }), isElsewhere: true },
    ],
  ])('lets pass %s', (_what, given) => {
    expect(kindOf(given)).toBeUndefined();
  });

  it.each<[string, Given]>([
    ['status 500', { status: 500, body: failure({ code: 'internal_error' }) }],
    ['status 503', { status: 503, body: failure({ code: 'unavailable' }), isElsewhere: true }],
    ['undeclared status 409', { status: 409, body: failure({ code: 'conflict' }) }],
    ['undeclared status 201', { status: 201, body: '{}' }],
    ['undeclared code invalid_link of 400', { status: 400, body: failure({ code: 'invalid_link' }) }],
    ['200 outside its schema', { status: 200, body: '{"ok":1}' }],
    ['200 outside its schema', { status: 200, body: '{"ok":true,"password":"x"}' }],
    ['200 outside its schema', { status: 200, body: '{"ok":' }],
    ['200 as text/html', { status: 200, body: '{}', type: 'text/html' }],
    ['a body where 204 has none', { status: 204, body: 'x' }],
    ['a failure (400) of another shape', { status: 400, body: failure({ stack: 'x' }) }],
    ['a failure (404) of another shape', { status: 404, body: '{"error":"x"}', isElsewhere: true }],
    ['a failure (400) of another shape', { status: 400, body: 'No.', type: 'text/plain' }],
    ['code not_found with status 400', { status: 400, body: failure({ code: 'not_found' }) }],
    ['two request ids', { status: 400, body: failure({ request_id: 'x' }) }],
    ['no request id', { status: 200, body: '{}', requestId: '' }],
    ['shows a stack trace', { status: 400, body: failure({ msg: 'Error: x\n    at f (g:1:1)' }) }],
    ['shows a place in the source', { status: 400, body: failure({ msg: 'main.js:12' }) }],
    ['shows a path of the machine', { status: 400, body: failure({ msg: '/app/server/dist/x' }) }],
    ['shows SQL', { status: 200, body: '{"ok":"SELECT id FROM users WHERE id = $1"}' }],
    ['shows a message of the database', { status: 400, body: failure({ msg: 'violates foreign key' }) }],
    ['shows a hash of a password', { status: 200, body: '{"ok":"$argon2id$v=19"}' }],
    ['shows a secret', { status: 200, body: '{"ok":"s3cret"}' }],
  ])('finds: %s', (kind, given) => {
    expect(kindOf(given)).toBe(kind);
  });
});
