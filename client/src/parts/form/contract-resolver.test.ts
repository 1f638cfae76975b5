import { login } from 'contract/accounts/accounts.ts';
import type { ResolverOptions } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { contractResolver, lazySchema } from './contract-resolver.ts';

interface Credentials {
  username_or_email: string;
  password: string;
}

const options: ResolverOptions<Credentials> = {
  fields: {},
  names: ['username_or_email', 'password'],
  shouldUseNativeValidation: false,
};
const emptyValues = { username_or_email: '', password: '' };
const validValues = { username_or_email: ' Ada ', password: 'a secret' };

describe('a lazy schema', () => {
  test('refuses invalid values, and returns valid values as typed', async () => {
    const resolve = contractResolver<Credentials>({ schema: lazySchema(async () => login.body) });
    expect(Object.keys((await resolve(emptyValues, undefined, options)).errors)).toEqual(
      Object.keys(emptyValues),
    );
    expect(await resolve(validValues, undefined, options)).toEqual({ values: validValues, errors: {} });
  });

  test('leaves validation to the server if it cannot be loaded, and is loaded at the next attempt', async () => {
    let isOffline = true;
    const schema = lazySchema(async () => {
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return login.body;
    });
    const resolve = contractResolver<Credentials>({ schema });
    expect(await resolve(emptyValues, undefined, options)).toEqual({ values: emptyValues, errors: {} });
    isOffline = false;
    expect((await resolve(emptyValues, undefined, options)).errors).not.toEqual({});
  });
});
