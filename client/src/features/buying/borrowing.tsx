import type { BuyingResult } from 'contract/buying/buying.ts';
import { Link } from 'react-router-dom';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { Figures, type FigureEntry } from '#parts/calculator/figures.tsx';
import { ProvisionalNotes } from '#parts/calculator/provisional-notes.tsx';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { type BuyingTerms, paySuffixes } from './buying-terms.ts';

/** Take-home pay with the terms of a pay, where its net income is computed line by line. */
function payUrl(terms: BuyingTerms, suffix: '' | '2', year: string | null): string {
  const [income, period, salary_sacrifice, study_loan] =
    suffix === ''
      ? [terms.income, terms.period, terms.salary_sacrifice, terms.study_loan]
      : [terms.income2, terms.period2, terms.salary_sacrifice2, terms.study_loan2];
  return calculatorUrl('takeHomePay', {
    income,
    period,
    salary_sacrifice,
    study_loan,
    income_year: year ?? undefined,
  });
}

interface BorrowingProps {
  borrowing: NonNullable<BuyingResult['borrowing']>;
  taxNotes: readonly string[];
  terms: BuyingTerms;
}

const whose = (suffix: '' | '2') => (suffix === '' ? 'First buyer' : 'Second buyer');

/** How the loan follows from the pays. */
export function Borrowing({ borrowing, taxNotes, terms }: BorrowingProps) {
  const { incomes, net_per_month, available, short_by, assessment_rate, loan, study_loan_takes } = borrowing;
  const months = terms.duration_months;
  const suffixes = paySuffixes(terms);
  const figures: FigureEntry[] = [
    ...(net_per_month === null ? [] : [['Net Pay a Month', formatAud(net_per_month)] as const]),
    [
      'Available a Month',
      formatAud(available),
      short_by > 0
        ? `Living costs and debts are ${formatAud(short_by)} more than the pay`
        : net_per_month === null
          ? undefined
          : `${formatAud(net_per_month)} − ${formatAud(Number(terms.living_costs || 0))} − ${formatAud(Number(terms.other_debts || 0))}: the net pay less living costs and other debts`,
    ],
    [
      'Test Rate',
      formatShortRate(assessment_rate),
      `The rate of ${formatShortRate(Number(terms.annual_interest_rate))} and the points added`,
    ],
    [
      'Can Be Borrowed',
      formatAud(loan),
      assessment_rate > 0
        ? `${formatAud(available)} × (1 − (1 + r)^−${months}) ÷ r, where r is ${formatShortRate(assessment_rate)} ÷ 12, cut to the cent`
        : `${formatAud(available)} × ${months} months`,
    ],
  ];
  return (
    <Panel title="What You Can Borrow">
      <div className="flex flex-col gap-5">
        {incomes.length > 0 && (
          <FigureTable
            caption={`The pays of ${borrowing.income_year}`}
            row="Pay"
            labels={['Before Tax', 'Study Loan', 'Net']}
            rows={incomes.map(({ gross_income, study_loan, net_income }, index) => ({
              head: terms.buyers === '2' ? whose(suffixes[index] ?? '') : 'Pay',
              figures: [
                formatAud(gross_income),
                formatAud(study_loan),
                <Link key="net" to={payUrl(terms, suffixes[index] ?? '', borrowing.income_year)}>
                  {formatAud(net_income)}
                </Link>,
              ],
            }))}
          />
        )}
        <ProvisionalNotes notes={taxNotes} />
        <Figures figures={figures} />
        {study_loan_takes > 0 && <p>Your study loan takes {formatAud(study_loan_takes)} of it.</p>}
        <p className="text-sm text-muted">
          This is no offer. A lender also has its own floor for living costs, counts some incomes only in
          part, and may limit debt to income. The buffer of 3 points is what the Australian Prudential
          Regulation Authority (APRA) asks of lenders.
        </p>
      </div>
    </Panel>
  );
}
