import { join } from 'node:path';
import { loanResult } from 'engine/calculators/loan.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { finish } from 'engine/slices.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import { readTaxRules } from '#modules/take-home-pay/tax-rules.ts';
import { contentFolder } from '#root-folders.ts';

const taxYears = readTaxRules(join(contentFolder, 'tax-rules.json'));

/** The calculators of the app. */
export const questionCalculators: QuestionCalculators = {
  calculators: {
    loan: loanResult,
    scenario: scenarioResult,
    savings: savingsResult,
    switch: (request) => finish(switchResult(request)),
    take_home_pay: (request) => takeHomePayResult(taxYears, request),
  },
  charge: () => Promise.resolve(),
  signal: new AbortController().signal,
};
