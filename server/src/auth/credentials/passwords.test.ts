import { describe, expect, it } from 'vitest';
import { createPasswordHashing, passwordWeakness } from './passwords.ts';

const user = {
  username: 'Ada.Lovelace',
  email: 'Countess@Example.org',
  is_staff: false,
  is_superuser: false,
};

describe('a password', () => {
  it.each([
    ['a common one', 'password1'],
    ['a common one in other letter case', 'PassWord1'],
    ['the username', 'ada.lovelace'],
    ['the email address', 'COUNTESS@example.ORG'],
    ['the local part of the email address', 'countess'],
    ['the name of the product', 'DECLASSIFIED'],
  ])('must not be %s', async (_what, password) => {
    expect(await passwordWeakness(password, user)).toBeTypeOf('string');
  });

  it('needs no digits, capitals or symbols', async () => {
    expect(await passwordWeakness('correct horse battery', user)).toBeUndefined();
    expect(await passwordWeakness('ｅ́漢字かな漢字かな', user)).toBeUndefined();
    expect(await passwordWeakness('73829164', user)).toBeUndefined();
  });

  it.each([
    'Password123!',
    'TestPass123!',
    'NewPass123!',
    'P@$$w0rd2026',
    'Ada.Lovelace1',
    '1countess!!',
    'Declassified1!',
  ])('may contain a common word or a name: %s', async (password) => {
    expect(await passwordWeakness(password, user)).toBeUndefined();
  });

  it.each([{ is_staff: true }, { is_superuser: true }])(
    'needs at least 12 characters for a user with %o',
    async (role) => {
      expect(await passwordWeakness('tin whistle', { ...user, ...role })).toBeTypeOf('string');
      expect(await passwordWeakness('tin whistles', { ...user, ...role })).toBeUndefined();
      expect(await passwordWeakness('tin whistle', user)).toBeUndefined();
    },
  );
});

describe('password hashing', () => {
  const queue = { rateLimitScale: 1, publicUrl: 'https://declassified.example' };
  const hashing = createPasswordHashing(queue);

  it('uses argon2id with 19 MiB, 2 passes, 1 lane and a salt', async () => {
    const [first, second] = await Promise.all([
      hashing.hash('correct horse', '192.0.2.1'),
      hashing.hash('correct horse', '192.0.2.1'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,[pt]=\d,[pt]=\d\$/);
    expect(first).toContain('t=2');
    expect(first).toContain('p=1');
    expect(first).not.toBe(second);
    expect(await hashing.verify(first, 'correct horse', '192.0.2.1')).toBe(true);
    expect(await hashing.verify(first, 'correct horsf', '192.0.2.1')).toBe(false);
  });

  it('reports a hash as outdated after the settings are raised', async () => {
    const hash = await hashing.hash('correct horse', '192.0.2.1');
    const raised = createPasswordHashing(queue, { memoryKib: 19 * 1024, passes: 3, lanes: 1 });
    expect([hashing.isOutdated(hash), raised.isOutdated(hash)]).toEqual([false, true]);
  });

  it('creates a decoy hash with the current settings, which no password matches', async () => {
    expect(hashing.isOutdated(hashing.decoy)).toBe(false);
    expect(await hashing.verify(hashing.decoy, 'correct horse', '192.0.2.1')).toBe(false);
  });
});
