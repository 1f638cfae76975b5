import { loanMessages } from 'contract/loans/loans.constants.ts';
import * as contract from 'contract/take-home-pay/take-home-pay.ts';
import type { FastifyInstance } from 'fastify';
import { sendCached, compressedCacheEntry } from '#plugins/day-cache.ts';
import { handle } from '#plugins/route.ts';
import { takeHomePay } from './take-home-pay.service.ts';
import type { TaxYear } from './tax-rules.ts';

export function takeHomePayRoutes(
  app: FastifyInstance,
  { taxYears }: { taxYears: readonly TaxYear[] },
): void {
  const list = compressedCacheEntry(JSON.stringify({ data: taxYears.map(describeYear) }));

  handle(app, contract.listTaxYears, ({ request, reply }) => sendCached(request, reply, list));

  handle(app, contract.calculateTakeHomePay, ({ body }) => ({
    msg: loanMessages.calculationSuccessful,
    data: takeHomePay(taxYears, body),
  }));
}

const describeYear = ({ income_year, study_loan, ...rules }: TaxYear) => ({
  income_year,
  study_loan: study_loan !== undefined,
  provisional: [study_loan, ...Object.values(rules)].some((rule) => rule?.provisional),
});
