import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { ratesFromName, screenLinks } from 'contract/calculations/links.ts';

const operations = {
  loan: 'calculatePrincipal',
  scenario: 'calculateScenario',
  switch: 'switchLoan',
  take_home_pay: 'calculateTakeHomePay',
  savings: 'calculateSavings',
} as const satisfies Record<CalculationKind, string>;

/**
 * The URL that runs a saved calculation again.
 * @param ratesFrom the vintage of the cash rate that the rates of a scenario follow.
 */
export function savedUrl(
  kind: CalculationKind,
  input: Record<string, unknown>,
  ratesFrom: string | null = null,
): string {
  // The savings form assumes another inflation rate if the link has none.
  const request = kind === 'savings' ? { ...input, inflation_rate: input['inflation_rate'] ?? 0 } : input;
  const url = screenLinks[operations[kind]]?.(request) ?? '';
  return kind === 'scenario' && ratesFrom ? `${url}&${ratesFromName}=${ratesFrom}` : url;
}
