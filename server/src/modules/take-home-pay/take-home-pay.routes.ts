import * as contract from 'contract/take-home-pay/take-home-pay.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import type { TaxYear } from 'engine/calculators/tax-rules.ts';
import type { FastifyInstance } from 'fastify';
import { sendCached, compressedCacheEntry } from '#plugins/day-cache.ts';
import { calculated, handle } from '#plugins/route.ts';
import type { Surcharges } from './tax-rules.ts';

export function takeHomePayRoutes(
  app: FastifyInstance,
  { taxYears, surcharges }: { taxYears: readonly TaxYear[]; surcharges: Surcharges },
): void {
  const data = taxYears.map((year) => ({ ...describeYear(year), surcharge: surcharges(year.income_year) }));
  const list = compressedCacheEntry(JSON.stringify({ data }));

  handle(app, contract.listTaxYears, ({ request, reply }) => sendCached(request, reply, list));

  handle(app, contract.calculateTakeHomePay, ({ body }) => calculated(takeHomePayResult(taxYears, body)));
}

const describeYear = ({ income_year, study_loan, standard_deduction, ...rules }: TaxYear) => ({
  income_year,
  study_loan: study_loan !== undefined,
  standard_deduction: standard_deduction !== undefined,
  provisional: [study_loan, standard_deduction, ...Object.values(rules)].some(
    (rule) => rule?.provisional !== undefined,
  ),
});
