/** Calculates the result of a request body like the API, with the schemas of the contract and the engine alone. */
import { readFileSync } from 'node:fs';
import { LoanRequest } from 'contract/loans/loans.ts';
import { operations } from 'contract/operations.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SavingsBody, SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { stressResult } from 'engine/calculators/stress.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { type TaxRules, taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { finish } from 'engine/slices.ts';

const taxRulesFile = new URL('../../content/tax-rules.json', import.meta.url);
export const taxYears = taxYearsOf(JSON.parse(readFileSync(taxRulesFile, 'utf8')) as TaxRules);

const calculators: Record<string, (body: unknown) => unknown> = {
  [operations.calculatePrincipal.url]: (body) => loanResult(LoanRequest.parse(body)),
  [operations.calculateScenario.url]: (body) => scenarioResult(Scenario.parse(body)),
  [operations.stressScenario.url]: (body) => finish(stressResult(StressBody.parse(body))),
  [operations.solveLoan.url]: (body) => finish(solveResult(SolveBody.parse(body))),
  [operations.calculateSavings.url]: (body) => savingsResult(SavingsBody.parse(body)),
  [operations.switchLoan.url]: (body) => finish(switchResult(SwitchBody.parse(body))),
  [operations.calculateTakeHomePay.url]: (body) => takeHomePayResult(taxYears, TakeHomePayBody.parse(body)),
};

export const calculate = (url: string, body: unknown): unknown => calculators[url]!(body);
