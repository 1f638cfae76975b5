import type { SecondFactorMethod } from 'contract/accounts/signed-in.ts';
import type { ResponseOf } from '#api/call.ts';
import { apiQuery } from '#session/call.ts';
import { arePasskeysAvailable } from './passkeys.ts';

export const secondFactors = apiQuery('listSecondFactors');

/** The user's methods, most convenient first; empty without a second factor. */
export function methodsOf({
  data,
  recovery_codes_left: left,
}: ResponseOf<'listSecondFactors'>): SecondFactorMethod[] {
  const has = (required: SecondFactorMethod) => data.some(({ method }) => method === required);
  return [
    ...(has('totp') ? (['totp'] as const) : []),
    ...(has('passkey') && arePasskeysAvailable() ? (['passkey'] as const) : []),
    ...(data.length > 0 && left > 0 ? (['recovery_code'] as const) : []),
  ];
}
