import { loanLimits } from 'contract/loans/loans.constants.ts';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import { Link, useNavigate } from 'react-router-dom';
import { CalculatorForm } from '#parts/calculator/calculator-form.tsx';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { durationHint } from '#parts/calculator/loan/duration-hint.ts';
import { type PanelField, TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { understoodValues } from '#parts/form/typed-fields.ts';
import { formatAud, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useToday } from '#parts/page/today.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { announcementOf, barFigures, currentLoan, type CurrentLoan, termsText } from './current-loan.ts';
import { LoanDetails } from './loan-details.tsx';
import { LoanSummary } from './loan-summary.tsx';
import type { LoanOutcome } from './loan-calculation.ts';
import { type LoanCalculator, loanCalculator, type LoanTerms } from './loan-terms.ts';
import { type RatesFrom, useRatesFrom } from './scenario/rates-from.ts';
import { ScenarioOptions } from './scenario/scenario-options.tsx';
import { scheduleCsv } from './schedule/schedule-csv.ts';
import { useLastLoan, useStoreLoan } from './use-last-loan.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { switchLink } from 'contract/calculations/links.ts';
import { useState } from 'react';
import type { CalculatorState } from '#parts/calculator/calculator-definition.ts';
import { scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';

const example = calculatorUrl('loan', {
  total_loan_amount: '500000',
  duration_months: '360',
  annual_interest_rate: '6',
  compounding_frequency: 'monthly',
});

export default function LoanCalculatorScreen() {
  const calculator = useCalculator(loanCalculator, useLastLoan());
  const { form, inputs, output, isPending } = calculator;
  useStoreLoan(output);
  const ratesFrom = useRatesFrom(calculator);
  const isOpen = inputs.isScenario;
  const today = useToday();

  return (
    <div className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col items-start gap-2">
        <BackButton />
        <PageHeading>LOAN CALCULATOR</PageHeading>
        <p className="text-muted print:hidden">
          The level monthly payment, what the loan costs in all, and every payment on the way, to the cent.{' '}
          <Link to={`${paths.about}#figures`}>How this is computed</Link>
        </p>
      </header>
      <CalculatorPage
        calculator={calculator}
        title="Loan"
        isPaperNoteFirst
        terms={<LoanTermsForm calculator={calculator} ratesFrom={ratesFrom} />}
        csvName="amortization-schedule.csv"
        example={{ to: example, terms: '$500,000 over 30 years at 6%' }}
        terminology={isOpen ? [...loanTerminology, ...scenarioTerminology] : loanTerminology}
        renderResult={(newOutput) => {
          const loan = currentLoan(newOutput, ratesFrom);
          return {
            bar: barFigures(loan, today),
            announcement: announcementOf(loan),
            summary: <LoanSummary loan={loan} />,
            csv: () => scheduleCsv(loan.result.amortization_schedule, loan.fees),
            calculation: loan.calculation,
            paper: (
              <>
                <p>
                  {formatAud(loan.result.input_total_loan_amount)}: {termsText(loan)}
                </p>
                {loan.sentences.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </>
            ),
          };
        }}
        renderDetails={(newOutput) => (
          <LoanDetails
            output={newOutput}
            ratesFrom={ratesFrom}
            isPending={isPending || newOutput !== output}
            comparedScenarios={isOpen ? inputs.comparedScenarios : undefined}
            form={form}
          />
        )}
      />
    </div>
  );
}

interface LoanTermsFormProps {
  calculator: LoanCalculator;
  ratesFrom: RatesFrom | null | undefined;
}

/** The four fields of the loan, the options of WHAT IF, and the way to an offer. */
function LoanTermsForm({ calculator, ratesFrom }: LoanTermsFormProps) {
  const { output } = calculator;
  const { clear, undoClear } = useUndoClear(calculator);
  return (
    <CalculatorForm
      calculator={{ ...calculator, clear }}
      label="Loan terms"
      renderFields={loanFields}
      undoClear={undoClear}
    >
      <ScenarioOptions calculator={calculator} />
      {output && <CompareOffer loan={currentLoan(output, ratesFrom)} />}
    </CalculatorForm>
  );
}

const { minAnnualRatePercent, maxAnnualRatePercent } = loanLimits;

const fieldsOf = (inputs: LoanTerms): PanelField<LoanTerms>[] => [
  {
    name: 'total_loan_amount',
    label: 'Total Loan Amount',
    unit: 'AUD',
  },
  {
    name: 'duration_months',
    label: 'Loan Duration (Months)',
    hint: durationHint(inputs.duration_months),
  },
  {
    name: 'annual_interest_rate',
    label: 'Annual Interest Rate (%)',
    unit: '%',
    hint: `${minAnnualRatePercent}% to ${maxAnnualRatePercent}% a year`,
  },
  {
    name: 'compounding_frequency',
    label: 'Compounding Frequency',
    hint: 'How often interest is added',
    choices: Object.entries(compoundingTexts),
  },
];

/** The four terms of every loan. */
const loanFields = (inputs: LoanTerms) => (
  <TermsGroup title="Loan Terms" fields={fieldsOf(understoodValues(inputs))} />
);

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

/** Takes the loan with its options and dates to *Stay or switch*. */
function CompareOffer({ loan: { terms, answer } }: { loan: CurrentLoan }) {
  const today = useToday();
  const options = answer?.terms.options ?? emptyScenario;
  const current = {
    ...scenarioOf({ loan: terms, options }),
    extra_payments: options.extra_payments,
    start_date: options.start_date || today,
  };
  return (
    <div className="border border-rule bg-surface p-5 print:hidden">
      <p className="font-semibold text-strong">Offered a better rate?</p>
      <p className="mb-2 text-sm">
        Your {formatShortAud(Number(terms.total_loan_amount))} at{' '}
        {formatShortRate(Number(terms.annual_interest_rate))} comes along.
      </p>
      <Link className="inline-flex min-h-target items-center text-sm" to={switchLink({ current })}>
        Compare with another bank’s offer
      </Link>
    </div>
  );
}

interface ClearedForm {
  before: CalculatorState<LoanTerms, LoanTerms, LoanOutcome>;
  /** The URL of the emptied form. */
  url: string;
}

/** Clears the form so that it can be undone until the next edit. `undoClear` is undefined if there is nothing to undo. */
function useUndoClear({ form, inputs, output, clear, restore }: LoanCalculator) {
  const [clearedForm, setClearedForm] = useState<ClearedForm>();

  function clearForm() {
    const before = structuredClone(form.getValues());
    clear();
    const url = loanCalculator.urlOf(form.getValues());
    const hasChanged = loanCalculator.urlOf(before) !== url;
    setClearedForm(hasChanged ? { before: { inputs: before, output }, url } : undefined);
  }

  function undoClear() {
    if (clearedForm) restore(clearedForm.before);
    setClearedForm(undefined);
  }

  const canUndo = clearedForm !== undefined && loanCalculator.urlOf(inputs) === clearedForm.url;
  return { clear: clearForm, undoClear: canUndo ? undoClear : undefined };
}
