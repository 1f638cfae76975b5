import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  at,
  beStaff,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  profile,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(beStaff);

const path = `${profile}?tab=tokens`;
const token = { id, name: 'Robot', scopes: [], prefix: 'dcl_1', expires_at: at, last_used_at: null };

test('the list says that it could not be read, and reads again on request', () =>
  expectRetry(path, 'listTokens', 'Your Tokens could not be read.', /^You have no tokens/));

test('the list says why a revocation was refused', () =>
  expectRefusal(path, 'deleteToken', { listTokens: listOf(token) }, ['Revoke Robot', 'Revoke token']));

test('a token in use says when it was last used', () =>
  expectTexts(path, { listTokens: listOf({ ...token, last_used_at: at }) }, [], 'last used'));
