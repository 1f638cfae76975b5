import { calculatorAddress } from '#parts/calculator/address.ts';
import { saveCsv } from '#parts/calculator/csv.ts';
import { Figures, shownFigure } from '#parts/calculator/figures.tsx';
import { paymentTexts, periodNames } from '#parts/calculator/frequency-texts.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { TermsForm } from '#parts/calculator/terms-form.tsx';
import { useRefusedFields, useTerms } from '#parts/calculator/use-terms.ts';
import { emptyScenario } from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf } from '#parts/calculator/scenario/scenario-link.ts';
import { formatAud, formatDuration, formatRate } from '#parts/format/format.ts';
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
  const calculator = useTerms(borrowingDefinition, resolver);
  const { form, terms, isChanged } = calculator;
  const { data, error, isFetching, isPlaceholderData, refetch } = useBorrowingPower(terms);
  useRefusedFields(form, borrowingDefinition, error);
  const result = terms ? data : undefined;
  const isStale = isChanged || isPlaceholderData;
  const frequency = terms ? frequencyOf(terms) : 'monthly';
  const paymentName = paymentTexts[frequency];

  return (
    <Page
      heading="BORROWING POWER"
      lede="The largest loan that a payment carries, and what that payment becomes when rates rise."
    >
      <TermsForm
        title="What You Can Pay"
        fields={borrowingDefinition.fields}
        calculator={calculator}
        repeat={refetch}
        isPending={isFetching}
      />
      <ResultPanel title="Summary" error={terms && error} isChanged={isChanged} isPending={isFetching}>
        <Figures
          isStale={isStale}
          figures={[
            ['Can Be Borrowed', shownFigure(result?.amount)],
            [`${paymentName} Payment on It`, shownFigure(result?.payment)],
            ['Total Interest', shownFigure(result?.totalInterest)],
          ]}
        />
        <p className="text-sm text-muted">
          {terms && result ? termsText(terms) : 'Enter the terms and calculate.'}
        </p>
        {terms && result && (
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button
              to={
                calculatorAddress('loan', { ...terms, total_loan_amount: String(result.amount) }) +
                (frequency === 'monthly'
                  ? ''
                  : fragmentOf({ ...emptyScenario, payment_frequency: frequency }))
              }
            >
              Every payment in the calculator
            </Button>
            <ResultToolbar saveCsv={() => saveCsv('borrowing-power.csv', borrowingCsv(terms, result))} />
          </div>
        )}
      </ResultPanel>
      <VisuallyHidden>
        <output>{result && !isFetching && `${formatAud(result.amount)} can be borrowed.`}</output>
      </VisuallyHidden>
      {terms && result && result.stressed.length > 0 && (
        <Stress rate={Number(terms.annual_interest_rate)} power={result} isStale={isStale} />
      )}
      <PageTerms terms={terminology} />
      {result && <PaperNote title="Borrowing power" />}
    </Page>
  );
}

function termsText(terms: BorrowingTerms): string {
  const payment = formatAud(Number(terms.payment_per_period));
  const fee = Number(terms.fee_per_period);
  const rate = formatRate(Number(terms.annual_interest_rate));
  return (
    `${payment} a ${periodNames[frequencyOf(terms)]}${fee > 0 ? `, ${formatAud(fee)} of it a fee,` : ''} for ` +
    `${formatDuration(Number(terms.duration_months))} at ${rate} a year, compounding ${terms.compounding_frequency}. ` +
    'Assumes that rate and payment hold. What a lender would lend depends on income and expenses, too.'
  );
}
