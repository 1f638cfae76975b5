import { login } from 'contract/accounts/accounts.ts';
import type { ResolverOptions } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { schemaResolver } from './contract-resolver.ts';

interface Credentials {
  username_or_email: string;
  password: string;
}

const options: ResolverOptions<Credentials> = {
  fields: {},
  names: ['username_or_email', 'password'],
  shouldUseNativeValidation: false,
};
const empty = { username_or_email: '', password: '' };
const typed = { username_or_email: ' Ada ', password: 'a secret' };

describe('a schema that comes after its form', () => {
  test('refuses what it must, and leaves what was typed as it is', async () => {
    const resolve = schemaResolver<Credentials>(async () => login.body);
    expect(Object.keys((await resolve(empty, undefined, options)).errors)).toEqual(Object.keys(empty));
    expect(await resolve(typed, undefined, options)).toEqual({ values: typed, errors: {} });
  });

  test('that cannot be loaded leaves the refusing to the server, and is loaded at the next try', async () => {
    let isOffline = true;
    const resolve = schemaResolver<Credentials>(async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return login.body;
    });
    expect(await resolve(empty, undefined, options)).toEqual({ values: empty, errors: {} });
    isOffline = false;
    expect((await resolve(empty, undefined, options)).errors).not.toEqual({});
  });
});
