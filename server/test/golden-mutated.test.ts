import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import { calculateTakeHomePay, TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { expect, it, vi } from 'vitest';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { readTaxRules } from '#modules/take-home-pay/tax-rules.ts';
import { contentFolder } from '#root-folders.ts';
import { goldenDigests } from '#test/golden-cases.ts';

vi.mock('engine/arithmetic/rounding.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  divideHalfUp: (numerator: number, denominator: number) =>
    Math.ceil((2 * numerator - denominator) / (2 * denominator)),
}));

const taxYears = readTaxRules(join(contentFolder, 'tax-rules.json'));

it('the shared cases detect an engine that rounds half a cent down', async () => {
  const path = new URL('golden/method-1.json', import.meta.url);
  const golden = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const digests = await goldenDigests(async (url, body) => {
    if (url !== calculateTakeHomePay.url) return null;
    const data = takeHomePayResult(taxYears, TakeHomePayBody.parse(body));
    return { msg: loanMessages.calculationSuccessful, data };
  });
  const pays = Object.keys(golden).filter((id) => id.startsWith('take-home-pay'));
  const differing = pays.filter((id) => digests[id] !== golden[id]);
  expect(differing).toContain('take-home-pay M021');
  expect(differing).not.toContain('take-home-pay M025');
});
