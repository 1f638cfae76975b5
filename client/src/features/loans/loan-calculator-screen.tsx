import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { saveCsv } from '#parts/calculator/csv.ts';
import { PaperNote, PaperRecord } from '#parts/calculator/paper-note.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { WorkedExample } from '#parts/calculator/worked-example.tsx';
import { formatAud } from '#parts/format/format.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { Button } from '#ui/controls/button.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { announcementOf, barFigures, currentLoan, termsText } from './current-loan.ts';
import { LoanDetails } from './loan-details.tsx';
import { LoanForm } from './loan-form.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { loanCalculator } from './loan-terms.ts';
import { scheduleCsv } from './schedule/schedule-csv.ts';
import { ScenarioOptions } from './scenario/scenario-options.tsx';

const ScenarioDetails = lazy(async () => ({
  default: (await import('./scenario/scenario-details.tsx')).ScenarioDetails,
}));

const example = calculatorUrl('loan', {
  total_loan_amount: '500000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
});

export default function LoanCalculatorScreen() {
  const queries = useQueryClient();
  const [definition] = useState(() => loanCalculator(queries));
  const calculator = useCalculator(definition);
  const { form, inputs, output, error, isFetching, isSlow } = calculator;
  const formState = useFormState({ control: form.control });
  const loan = output && currentLoan(output);
  const isOpen = inputs.isScenario;
  // Live figures follow within a frame or two, in which the screen does not change.
  const isPending = isOpen ? isSlow : isFetching;
  const isRefused = isOpen && calculator.isRefused;
  const isStale = isOpen
    ? isRefused || (calculator.isStale && !isFetching)
    : output !== undefined && definition.urlOf(inputs) !== definition.urlOf(output.terms);
  const failure = isRefused ? null : error;

  return (
    <div className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col items-start gap-2">
        <BackButton />
        <PageHeading>LOAN CALCULATOR</PageHeading>
        <p className="max-w-none text-muted print:hidden">
          The level monthly payment, what the loan costs in all, and every payment on the way, to the cent.
        </p>
      </header>
      {loan && (
        <PaperNote title="Loan" link={loan.link} isAtStart>
          <p>
            {formatAud(loan.result.input_total_loan_amount)}: {termsText(loan)}
          </p>
          {loan.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </PaperNote>
      )}
      <FormProvider {...form} formState={formState}>
        <CalculatorFrame
          isPending={isPending}
          announcement={loan && !isStale && !isPending ? announcementOf(loan) : ''}
          failure={calculator.failure}
          bar={loan ? barFigures(loan) : []}
          barProblem={failure ? 'failed' : isStale ? 'changed' : undefined}
          terms={
            <>
              <LoanForm calculator={calculator} isPending={isFetching && !isOpen} />
              <ScenarioOptions calculator={calculator} isRefused={isRefused} />
            </>
          }
          result={
            <LoanSummary
              loan={loan}
              error={failure}
              retry={calculator.retry}
              isChanged={isStale}
              isPending={isPending}
              example={<WorkedExample to={example}>$500,000 over 30 years at 6%</WorkedExample>}
            >
              {loan && (
                <ResultToolbar
                  link={loan.link}
                  saveCsv={() =>
                    saveCsv(
                      'amortization-schedule.csv',
                      scheduleCsv(loan.result.amortization_schedule, loan.fees),
                    )
                  }
                >
                  <SaveButton calculation={loan.calculation} />
                  <Button variant="ghost" to={`${paths.about}#figures`}>
                    How this is computed
                  </Button>
                </ResultToolbar>
              )}
            </LoanSummary>
          }
        >
          {isOpen && loan?.answer && (
            <Suspense>
              <ScenarioDetails
                answer={loan.answer}
                comparedScenarios={inputs.comparedScenarios}
                setComparedScenarios={(compared) => form.setValue('comparedScenarios', compared)}
              />
            </Suspense>
          )}
          <LoanDetails loan={loan} isStale={isStale} isPending={isPending} />
          <PageTerms terms={isOpen ? [...loanTerminology, ...scenarioTerminology] : loanTerminology} />
        </CalculatorFrame>
      </FormProvider>
      {loan && <PaperRecord />}
    </div>
  );
}

const loanTerminology = [
  'annual rate',
  'compounding',
  'effective monthly rate',
  'interest',
  'loan term',
  'principal',
  'repayment',
  'schedule',
];
const scenarioTerminology = [
  'balloon',
  'comparison rate',
  'extra repayment',
  'inflation',
  'interest-only',
  'lump sum',
  'offset account',
  'present value',
  'stress test',
];

function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // False at the app's first history entry, before which lies another site. Not every browser has the Navigation API.
    const canGoBack = 'navigation' in window && window.navigation.canGoBack;
    void (canGoBack ? navigate(-1) : navigate(paths.core));
  };
  return <BackLink onClick={goBack}>Back</BackLink>;
}
