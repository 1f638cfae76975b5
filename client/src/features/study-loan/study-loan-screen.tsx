import { count } from 'contract/counts.ts';
import { studyLoanLimits } from 'contract/study-loan/study-loan.constants.ts';
import type { StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import { Link } from 'react-router-dom';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { centsText, type CsvColumn, csvOf } from '#parts/calculator/csv.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { Figures } from '#parts/calculator/figures.tsx';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { formatAud, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { Page } from '#ui/layout/page.tsx';
import { StudyLoanDetails } from './study-loan-details.tsx';
import {
  alternativeFields,
  homeLoanFields,
  loanFields,
  moreFields,
  studyLoanCalculator,
  studyLoanRequest,
  type StudyLoanTerms,
} from './study-loan-terms.ts';
import { lede, title } from './texts.ts';

const terminology = ['compulsory repayment', 'indexation', 'repayment income', 'study loan'];

const example = calculatorUrl('studyLoan', { balance: '30000', incomes: '91000', income_growth: '3' });

export default function StudyLoanScreen() {
  const calculator = useCalculator(studyLoanCalculator);
  return (
    <Page heading="YOUR STUDY LOAN" lede={lede}>
      <CalculatorPage
        calculator={calculator}
        title={title}
        label="Your Loan"
        renderFields={(inputs) => {
          const { alternative = '', alternative_rate = '', annual_interest_rate = '' } = inputs;
          return (
            <TermsGroup
              title="Your Loan"
              fields={panelFields(loanFields, inputs)}
              options={[
                { title: 'More', content: '', fields: panelFields(moreFields, inputs) },
                {
                  title: 'Pay or keep',
                  content:
                    alternative &&
                    `${alternative === 'savings' ? 'Savings' : 'Home loan'} ${alternative_rate}`,
                  fields: panelFields(alternativeFields, inputs),
                },
                {
                  title: 'Home loan',
                  content: annual_interest_rate,
                  fields: panelFields(homeLoanFields, inputs),
                },
              ]}
            />
          );
        }}
        csvName="study-loan.csv"
        example={{ to: example, terms: '$30,000 owed, $91,000 a year' }}
        terminology={terminology}
        renderResult={({ terms, result }) => ({
          bar: [
            ['Ends in', result.ends_in ?? 'Not in 50 years'],
            ['Indexation', formatAud(result.total_indexation)],
          ],
          announcement: `${endText(result)}.`,
          summary: <StudyLoanSummary terms={terms} result={result} />,
          csv: () => studyLoanCsv(result),
          calculation: { kind: 'study_loan', input: studyLoanRequest(terms) },
        })}
        renderDetails={(output) => output && <StudyLoanDetails terms={output.terms} result={output.result} />}
      />
    </Page>
  );
}

interface StudyLoanSummaryProps {
  terms: StudyLoanTerms;
  result: StudyLoanResult;
}

const endText = ({ ends_in }: StudyLoanResult): string =>
  ends_in ? `Ends in ${ends_in}` : `Does not end within ${studyLoanLimits.maxYears} years`;

function StudyLoanSummary({ terms, result }: StudyLoanSummaryProps) {
  const span = result.ends_in ? undefined : `In ${studyLoanLimits.maxYears} years`;
  const { total_indexation, total_compulsory, paying_early, borrowing } = result;
  return (
    <>
      <Figures
        lead={['Your Loan', endText(result)]}
        figures={[
          ['Total Indexation', formatAud(total_indexation), span],
          ['Compulsory Repayments', formatAud(total_compulsory), span],
        ]}
      />
      {paying_early && <p>{payingText(terms, paying_early)}</p>}
      {borrowing && (
        <p>
          It takes {formatAud(borrowing.loan)} of what you can borrow at the test rate of{' '}
          {formatShortRate(borrowing.assessment_rate)}.{' '}
          <Link
            to={calculatorUrl('buying', {
              income: terms.incomes.split(',')[0],
              period: 'yearly',
              study_loan: 'true',
              annual_interest_rate: terms.annual_interest_rate,
              duration_months: terms.duration_months,
              buffer: terms.buffer,
            })}
          >
            See what you can buy
          </Link>
        </p>
      )}
      <p className="text-xs text-muted">
        A voluntary payment cannot be taken back. The Australian Taxation Office may round in whole dollars.
      </p>
    </>
  );
}

function payingText(terms: StudyLoanTerms, early: NonNullable<StudyLoanResult['paying_early']>): string {
  const { indexation_saved_first, indexation_saved, years_sooner, alternative } = early;
  const sooner = years_sooner ? ` It ends ${count(years_sooner, 'year')} sooner.` : '';
  const saved =
    `Pay ${formatShortAud(Number(terms.voluntary))} before 1 June: ${formatAud(indexation_saved_first)} less ` +
    `indexation this year, ${formatAud(indexation_saved)} in ${years_sooner === null ? `${studyLoanLimits.maxYears} years` : 'all'}.${sooner}`;
  if (!alternative) {
    const isAsked = Boolean(terms.alternative);
    return isAsked
      ? `${saved} Keeping and paying cannot be compared, because the loan would not end within ${studyLoanLimits.maxYears} years without the payment.`
      : saved;
  }
  const rate = formatShortRate(Number(terms.alternative_rate));
  const place =
    alternative.kind === 'savings' ? `In savings at ${rate}, taxed,` : `In a home loan at ${rate}`;
  const { difference, better } = alternative;
  const amount = formatAud(Math.abs(difference));
  const worth = {
    keep: `the money is worth ${amount} more on the day the loan would end: keep it.`,
    pay: `the money is worth ${amount} less on the day the loan would end: pay.`,
    equal: 'the money is worth the same on the day the loan would end.',
  }[better];
  return `${saved} ${place} ${worth}`;
}

const csvColumns: readonly CsvColumn<StudyLoanResult['rows'][number]>[] = [
  ['Income year', ({ income_year }) => income_year],
  ['Opening', ({ opening }) => centsText(opening)],
  ['Voluntary', ({ voluntary }) => centsText(voluntary)],
  ['Indexation', ({ indexation }) => centsText(indexation)],
  ['Income', ({ income }) => centsText(income)],
  ['Repayment income', ({ repayment_income }) => repayment_income],
  ['Compulsory', ({ compulsory }) => centsText(compulsory)],
  ['Closing', ({ closing }) => centsText(closing)],
  ['Projected', ({ projected }) => String(projected)],
];

const studyLoanCsv = ({ rows }: StudyLoanResult): string => csvOf(csvColumns, rows);
