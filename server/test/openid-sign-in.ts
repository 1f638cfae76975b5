import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import * as contract from 'contract/identities/identities.ts';
import { afterAll, beforeEach } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { publicUrl, startTestProvider, TestBrowser } from '#test/openid-provider.ts';

export const start = `${publicUrl}${contract.startOpenIdLogin.url}`;
export const done = /^\/login\?oidc=done#code=(.+)$/;
export const toRegister = /^\/register\?via=oidc#code=(.+)$/;

export const codeOf = (page: string, form: RegExp): string => form.exec(page)?.[1] ?? `no code in ${page}`;

export const callback = (url: string): boolean => url.includes(contract.finishOpenIdLogin.url);

/** A person at the provider whose address nobody else has. */
export const newAccount = () => {
  const sub = `sub-${randomUUID().slice(0, 8)}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada Lovelace' };
};

/** An app with a provider, where a new person signs in in each test. */
export async function useOpenId() {
  const provider = await startTestProvider();
  const test = useTestApp(provider.environment);
  afterAll(() => provider.stop());
  beforeEach(() => {
    Object.assign(provider, { tamper: null, faults: {}, refusal: 'access_denied', account: newAccount() });
  });
  const newBrowser = () =>
    new TestBrowser(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`);
  return { provider, test, newBrowser };
}
