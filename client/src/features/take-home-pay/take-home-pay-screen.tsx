import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { saveCsv } from '#parts/calculator/csv.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { TermsForm } from '#parts/calculator/terms-form.tsx';
import { useRefusedFields, useTerms } from '#parts/calculator/use-terms.ts';
import { WorkedExample } from '#parts/calculator/worked-example.tsx';
import { formatAud } from '#parts/format/format.ts';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { PayChart } from './pay-chart.tsx';
import { payCsv } from './pay-csv.ts';
import { PaySummary } from './pay-summary.tsx';
import { payDefinition, periodTexts, type TaxYear } from './pay-terms.ts';
import { payRequest, periodOf, taxYears, useTakeHomePay } from './pay.queries.ts';
import { TaxLines } from './tax-lines.tsx';
import { YearComparison } from './year-comparison.tsx';

const terminology = [
  'marginal rate',
  'Medicare levy',
  'salary sacrifice',
  'study loan',
  'tax offset',
  'taxable income',
];

const example = calculatorUrl('takeHomePay', {
  income: '90000',
  period: 'yearly',
  income_year: '2025-26',
});

export default function TakeHomePayScreen() {
  const years = useQuery(taxYears);
  return (
    <Page
      heading="TAKE-HOME PAY"
      lede="Your pay after tax, with each step of the calculation and its source in law."
    >
      <QueryState query={years} failure="The income years could not be loaded">
        {(data) => <PayCalculator years={data} />}
      </QueryState>
    </Page>
  );
}

function PayCalculator({ years }: { years: readonly TaxYear[] }) {
  const [{ year, study }, setSelected] = useState({ year: '', study: false });
  const definition = useMemo(() => payDefinition(years, year, study), [years, year, study]);
  const resolver = useMemo(
    () => schemaResolver(async () => (await import('./pay-schema.ts')).payInputs(definition)),
    [definition],
  );
  const calculator = useTerms(definition, resolver);
  const { terms, typed, isChanged } = calculator;
  const { income_year = year, study_loan } = typed;
  const isStudyTicked = Boolean(study_loan);
  if (income_year !== year || isStudyTicked !== study)
    setSelected({ year: income_year, study: isStudyTicked });
  const { data, error, isFetching, refetch } = useTakeHomePay(terms);
  useRefusedFields(calculator, definition, error);
  const result = terms ? data : undefined;
  const period = terms ? periodOf(terms) : 'yearly';

  return (
    <>
      <CalculatorFrame
        isPending={isFetching}
        bar={
          result
            ? [
                [`A ${periodTexts[period].toLowerCase()}`, formatAud(result.net_per[period])],
                ['Tax of the year', formatAud(result.total_tax)],
              ]
            : []
        }
        terms={
          <TermsForm
            title="Your Pay"
            fields={definition.fields}
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
                  <PaySummary result={result} period={period} />
                  <ResultToolbar saveCsv={() => saveCsv('take-home-pay.csv', payCsv(result))}>
                    <SaveButton calculation={{ kind: 'take_home_pay', input: payRequest(terms) }} />
                    <Button to={`${paths.borrowingPower}#pay=${result.net_per.monthly}`}>
                      What this pay can borrow
                    </Button>
                  </ResultToolbar>
                </>
              ) : (
                !terms && (
                  <WorkedExample text="ENTER A PAY, or start from an example." to={example}>
                    $90,000 a year in 2025-26
                  </WorkedExample>
                )
              )}
            </ResultPanel>
            <VisuallyHidden>
              <output>
                {result && !isFetching && `Take-home pay ${formatAud(result.net_per[period])}.`}
              </output>
            </VisuallyHidden>
          </>
        }
      >
        {result && (
          <>
            <TaxLines lines={result.lines} />
            <PayChart result={result} />
            <YearComparison result={result} />
          </>
        )}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {result && <PaperNote title="Take-home pay" />}
    </>
  );
}
