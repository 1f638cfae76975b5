import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { saveCsv } from '#parts/calculator/csv.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { TermsForm } from '#parts/calculator/terms-form.tsx';
import { useRefusedFields, useTerms } from '#parts/calculator/use-terms.ts';
import { usualInflationPercent } from '#parts/calculator/usual-inflation.ts';
import { WorkedExample } from '#parts/calculator/worked-example.tsx';
import { formatAud } from '#parts/format/format.ts';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { Page } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { SavingsByYear } from './savings-by-year.tsx';
import { savingsCsv } from './savings-csv.ts';
import { SavingsGoal } from './savings-goal.tsx';
import { SavingsSummary } from './savings-summary.tsx';
import { savingsDefinition } from './savings-terms.ts';
import { savingsRequest, useSavings } from './savings.queries.ts';

const resolver = schemaResolver(async () => (await import('./savings-schema.ts')).SavingsInputs);

const terminology = [
  'annual rate',
  'compounding',
  'deposit',
  'inflation',
  'interest',
  'nominal',
  'present value',
];

const example = calculatorUrl('savings', {
  opening_balance: '5000',
  deposit_per_month: '500',
  duration_months: '120',
  annual_interest_rate: '4.5',
  inflation_rate: usualInflationPercent,
});

export default function SavingsScreen() {
  const calculator = useTerms(savingsDefinition, resolver);
  const { form, terms, isChanged } = calculator;
  const { data, error, isFetching, isPlaceholderData, refetch } = useSavings(terms);
  useRefusedFields(calculator, savingsDefinition, error);
  const result = terms ? data : undefined;
  const isStale = isChanged || isPlaceholderData;

  function fillDeposit(deposit: number) {
    form.setValue('deposit_per_month', String(deposit));
    form.setFocus('deposit_per_month');
  }

  return (
    <Page
      heading="SAVINGS"
      lede="How much regular deposits grow to, month by month and to the cent, and what they will buy."
    >
      <CalculatorFrame
        isPending={isFetching}
        bar={
          result
            ? [
                ['Final balance', formatAud(result.final_balance)],
                ['Interest', formatAud(result.total_interest)],
              ]
            : []
        }
        terms={
          <TermsForm
            title="Savings Terms"
            fields={savingsDefinition.fields}
            calculator={calculator}
            repeat={refetch}
            isPending={isFetching}
          />
        }
        result={
          <div className="flex flex-col gap-6">
            <SavingsSummary
              terms={terms}
              result={result}
              error={terms && error}
              retry={refetch}
              isChanged={isChanged}
              isPending={isFetching}
              example={
                <WorkedExample text="Enter the terms and calculate, or start from an example." to={example}>
                  $500 a month for 10 years at 4.5%
                </WorkedExample>
              }
            >
              {terms && result && (
                <ResultToolbar saveCsv={() => saveCsv('savings.csv', savingsCsv(result))}>
                  <SaveButton calculation={{ kind: 'savings', input: savingsRequest(terms) }} />
                </ResultToolbar>
              )}
            </SavingsSummary>
            <VisuallyHidden>
              <output>{result && !isFetching && announcement(result)}</output>
            </VisuallyHidden>
            {terms?.target_amount && !error && (
              <SavingsGoal terms={terms} finalBalance={result?.final_balance} onUse={fillDeposit} />
            )}
          </div>
        }
      >
        {terms && result && <SavingsByYear terms={terms} result={result} isStale={isStale} />}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {result && <PaperNote title="Savings" />}
    </Page>
  );
}

function announcement({ final_balance, total_interest }: SavingsResult): string {
  return `Final balance ${formatAud(final_balance)}, of which interest ${formatAud(total_interest)}.`;
}
