import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { savedFragment } from 'contract/calculations/link-names.ts';
import { screenLinks } from 'contract/calculations/links.ts';
import { paths } from '#parts/navigation/paths.ts';

const operations = {
  loan: 'calculatePrincipal',
  scenario: 'calculateScenario',
  switch: 'switchLoan',
  take_home_pay: 'calculateTakeHomePay',
  savings: 'calculateSavings',
  statement: 'checkStatement',
  buying: 'calculateBuying',
  study_loan: 'calculateStudyLoan',
} as const satisfies Record<CalculationKind, string>;

/** The URL that runs a saved calculation again, or that lists it if only a newer version can. `rates_from` is the vintage of the cash rate that its rates follow. */
export function savedUrl({
  id,
  kind,
  input,
  rates_from,
}: Pick<Calculation, 'id' | 'kind' | 'input' | 'rates_from'>): string {
  if (kind === 'unknown') return paths.dashboard;
  // The savings form assumes another inflation rate if the link has none.
  const more = {
    ...(kind === 'savings' && { inflation_rate: input['inflation_rate'] ?? 0 }),
    ...(kind === 'scenario' && { rates_from }),
  };
  const url = screenLinks[operations[kind]]?.({ ...input, ...more }) ?? '';
  return kind === 'statement' ? `${url}#${savedFragment}=${id}` : url;
}
