import { useState } from 'react';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { saveCsv } from '#parts/calculator/csv.ts';
import { Figures } from '#parts/calculator/figures.tsx';
import { paymentTexts, periodNames } from '#parts/calculator/frequency-texts.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { TermsForm } from '#parts/calculator/terms-form.tsx';
import { useRefusedFields, useTerms } from '#parts/calculator/use-terms.ts';
import { WorkedExample } from '#parts/calculator/worked-example.tsx';
import { emptyScenario } from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf } from '#parts/calculator/scenario/scenario-link.ts';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { borrowingCsv } from './borrowing-csv.ts';
import { Stress } from './stress.tsx';
import { borrowingDefinition, type BorrowingTerms, frequencyOf } from './borrowing-terms.ts';
import { useBorrowingPower } from './borrowing.queries.ts';

const resolver = schemaResolver(async () => (await import('./borrowing-schema.ts')).BorrowingInputs);

const terminology = [
  'annual rate',
  'compounding',
  'loan term',
  'repayment',
  'serviceability buffer',
  'stress test',
];

export default function BorrowingPowerScreen() {
  const [pay] = useState(() => payOfLink(window.location.hash));
  const calculator = useTerms(borrowingDefinition, resolver);
  const { terms, isChanged } = calculator;
  const { data, error, isFetching, isPlaceholderData, refetch } = useBorrowingPower(terms);
  useRefusedFields(calculator, borrowingDefinition, error);
  const result = terms ? data : undefined;
  const isStale = isChanged || isPlaceholderData;
  const frequency = terms ? frequencyOf(terms) : 'monthly';
  const paymentName = paymentTexts[frequency];

  return (
    <Page
      heading="BORROWING POWER"
      lede="The largest loan that you can repay with a payment, and what the payment becomes if rates rise."
    >
      <CalculatorFrame
        isPending={isFetching}
        bar={
          result
            ? [
                ['Can be borrowed', formatAud(result.amount)],
                ['Interest', formatAud(result.totalInterest)],
              ]
            : []
        }
        terms={
          <TermsForm
            title="What You Can Pay"
            fields={pay === null ? borrowingDefinition.fields : fieldsWithPayHint(pay)}
            calculator={calculator}
            repeat={refetch}
            isPending={isFetching}
          />
        }
        result={
          <>
            <ResultPanel
              title="Summary"
              error={terms && error}
              retry={refetch}
              isChanged={isChanged}
              isPending={isFetching}
            >
              {terms && result ? (
                <>
                  <Figures
                    lead={['Can Be Borrowed', formatAud(result.amount), termsText(terms)]}
                    figures={[
                      [`${paymentName} Payment on It`, formatAud(result.payment)],
                      ['Total Interest', formatAud(result.totalInterest)],
                    ]}
                  />
                  <ResultToolbar saveCsv={() => saveCsv('borrowing-power.csv', borrowingCsv(terms, result))}>
                    <Button to={loanUrl(terms, result.amount)}>
                      See every payment in the loan calculator
                    </Button>
                  </ResultToolbar>
                </>
              ) : (
                !terms && (
                  <WorkedExample text="Enter the terms and calculate, or start from an example." to={example}>
                    $3,000 a month for 30 years at 6%
                  </WorkedExample>
                )
              )}
            </ResultPanel>
            <VisuallyHidden>
              <output>{result && !isFetching && `${formatAud(result.amount)} can be borrowed.`}</output>
            </VisuallyHidden>
          </>
        }
      >
        {terms && result && result.stressed.length > 0 && (
          <Stress rate={Number(terms.annual_interest_rate)} power={result} isStale={isStale} />
        )}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {result && <PaperNote title="Borrowing power" />}
    </Page>
  );
}

const example = calculatorUrl('borrowing', {
  payment_per_period: '3000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
  payment_frequency: 'monthly',
});

/** A month's take-home pay in a link from that calculator, such as `#pay=5432.1`. */
function payOfLink(hash: string): number | null {
  const pay = Number(new URLSearchParams(hash.slice(1)).get('pay') || Number.NaN);
  return pay > 0 ? pay : null;
}

/** The take-home pay is only a hint beside the field, because a payment has to be smaller than the pay. */
function fieldsWithPayHint(pay: number) {
  return borrowingDefinition.fields.map((field) =>
    field.name === 'payment_per_period'
      ? { ...field, hint: `${field.hint}. Your take-home pay is ${formatAud(pay)} a month` }
      : field,
  );
}

/** The URL of this loan in the loan calculator, with the same payment frequency. */
function loanUrl(terms: BorrowingTerms, amount: number): string {
  const frequency = frequencyOf(terms);
  const loan = calculatorUrl('loan', { ...terms, total_loan_amount: String(amount) });
  return frequency === 'monthly'
    ? loan
    : loan + fragmentOf({ ...emptyScenario, payment_frequency: frequency });
}

function termsText(terms: BorrowingTerms): string {
  const payment = formatAud(Number(terms.payment_per_period));
  const fee = Number(terms.fee_per_period);
  const rate = formatShortRate(Number(terms.annual_interest_rate));
  return (
    `${payment} a ${periodNames[frequencyOf(terms)]}${fee > 0 ? `, ${formatAud(fee)} of it a fee,` : ''} for ` +
    `${formatDuration(Number(terms.duration_months))} at ${rate} a year, compounding ${terms.compounding_frequency}. ` +
    'Assumes that the rate and the payment do not change. What a lender would lend also depends on your income and expenses.'
  );
}
