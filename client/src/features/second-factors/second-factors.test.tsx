import { getSite } from 'contract/settings/settings.ts';
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

const path = `${profilePath}?tab=second-factor`;
const phone = { id, method: 'totp', name: 'Phone', created_at: timestamp, last_used_at: timestamp };
const laptop = { ...phone, id: '2', method: 'passkey', name: 'Laptop', last_used_at: null };

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(
    path,
    'listSecondFactors',
    'Your Second Factors could not be read.',
    /^You have no second factor/,
  ));

test('the screen reports why new recovery codes were refused', () => {
  const answers = { listSecondFactors: { ...listOf(phone), recovery_codes_left: 9 } };
  return expectRefusal(path, 'makeRecoveryCodes', answers, ['Make New Codes', 'Make new codes']);
});

test('each factor displays its last use, and its removal warns what will no longer work', () =>
  expectTexts(
    path,
    { listSecondFactors: listOf(phone, laptop) },
    ['Remove Phone'],
    'last used',
    'not used yet',
    'You can no longer sign in with “Phone”.',
  ));

test('the last recovery codes and the removal of the last factor come with a warning', () =>
  expectTexts(
    path,
    { listSecondFactors: { ...listOf(phone), recovery_codes_left: 1 } },
    ['Remove Phone'],
    'You have few recovery codes left.',
    '“Phone” is your last second factor',
  ));

test('a user without a password reads that the account of the provider is what they sign in with', () =>
  expectTexts(
    path,
    {
      getSite: { ...(getSite.responses[200].example as object), openid_name: 'Example ID' },
      listIdentities: { ...listOf(), has_password: false },
      listSecondFactors: listOf(),
    },
    [],
    'nobody can sign in with your account of Example ID alone',
    'You sign in with your account of Example ID alone',
  ));
