import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  timestamp,
  signInAsStaff,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  profilePath,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = `${profilePath}?tab=tokens`;
const token = { id, name: 'Robot', scopes: [], prefix: 'dcl_1', expires_at: timestamp, last_used_at: null };

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listTokens', 'Your Tokens could not be read.', /^You have no tokens/));

test('the list reports why a revocation was refused', () =>
  expectRefusal(path, 'deleteToken', { listTokens: listOf(token) }, ['Revoke Robot', 'Revoke token']));

test('a token displays its last use', () =>
  expectTexts(path, { listTokens: listOf({ ...token, last_used_at: timestamp }) }, [], 'last used'));
