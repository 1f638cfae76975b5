import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { ratesFromName, savedFragment, screenLinks } from 'contract/calculations/links.ts';

const operations = {
  loan: 'calculatePrincipal',
  scenario: 'calculateScenario',
  switch: 'switchLoan',
  take_home_pay: 'calculateTakeHomePay',
  savings: 'calculateSavings',
  statement: 'checkStatement',
} as const satisfies Record<CalculationKind, string>;

/** The URL that runs a saved calculation again. `rates_from` is the vintage of the cash rate that its rates follow. */
export function savedUrl({
  id,
  kind,
  input,
  rates_from: ratesFrom,
}: Pick<Calculation, 'id' | 'kind' | 'input' | 'rates_from'>): string {
  // The savings form assumes another inflation rate if the link has none.
  const request = kind === 'savings' ? { ...input, inflation_rate: input['inflation_rate'] ?? 0 } : input;
  const url = screenLinks[operations[kind]]?.(request) ?? '';
  if (kind === 'statement') return `${url}#${savedFragment}=${id}`;
  return kind === 'scenario' && ratesFrom ? `${url}&${ratesFromName}=${ratesFrom}` : url;
}
