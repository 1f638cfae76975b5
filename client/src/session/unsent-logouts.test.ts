import { expect, test } from 'vitest';
import { signInUser, localStorageEntries } from '#test/fake-session.ts';
import { readSession } from './session.ts';
import { sendLogouts, storeUnsentLogout } from './unsent-logouts.ts';

test.each(['{', '{}', 'null', '[null]'])(
  'logouts that cannot be read, such as %s, stop neither a logout nor the sending',
  async (stored) => {
    localStorage.setItem('unsentLogouts', stored);
    await sendLogouts();
    signInUser();
    storeUnsentLogout(readSession()!);
    expect(localStorageEntries()).toMatchObject({ unsentLogouts: '[{"refresh":"refresh-1"}]' });
  },
);
