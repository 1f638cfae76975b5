import { switchLink } from 'contract/calculations/links.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { useDeferredValue, useState } from 'react';
import { CalculatorFrame } from '#parts/calculator/calculator-frame.tsx';
import { saveCsv } from '#parts/calculator/csv.ts';
import { PaperNote } from '#parts/calculator/paper-note.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { ResultToolbar } from '#parts/calculator/result-toolbar.tsx';
import { SaveButton } from '#parts/calculator/saved/save-button.tsx';
import { optionSentences } from '#parts/calculator/scenario/option-sentences.ts';
import { WorkedExample } from '#parts/calculator/worked-example.tsx';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { cx } from '#ui/cx.ts';
import { Page } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { CostTable } from './cost-table.tsx';
import { DifferenceChart } from './difference-chart.tsx';
import { OfferCards } from './offer-cards.tsx';
import { currentTerms } from './offer-texts.ts';
import { switchCsv } from './switch-csv.ts';
import { SwitchForm } from './switch-form.tsx';
import { switchRequest } from './switch-inputs.ts';
import { useSwitch } from './use-switch.ts';
import { announcementOf, barFigures, type View, viewTexts } from './verdicts.ts';
import { ViewChoice } from './view-choice.tsx';
import { YearTable } from './year-table.tsx';

const terminology = [
  'break cost',
  'break-even',
  'cashback',
  'comparison rate',
  'discharge fee',
  'fixed rate',
  'offset account',
  'refinancing',
  'revert rate',
  'term trap',
];

const loan = { total_loan_amount: 420_000, annual_interest_rate: 6.5, compounding_frequency: 'monthly' };
const example = switchLink({
  current: { ...loan, duration_months: 300 },
  offers: [{ annual_interest_rate: 5.9, switching_costs: 1200 }],
});

export default function SwitchScreen() {
  const switching = useSwitch();
  const { form, typed, answer, error, retry, isFetching, isSlow, isStale, link } = switching;
  const [view, setView] = useState<View>('least');
  const details = useDeferredValue(answer);
  const offers = answer?.result.offers ?? [];

  return (
    <Page
      heading="STAY, SWITCH OR SPLIT"
      lede="What switching to another loan costs or saves with every payment, and from when it saves money."
    >
      <CalculatorFrame
        isPending={isFetching}
        bar={barFigures(offers, view)}
        terms={
          <SwitchForm
            form={form}
            typed={typed}
            unrecognized={switching.unrecognized}
            submit={switching.submit}
            clear={switching.clear}
            isPending={isSlow}
          />
        }
        result={
          <>
            <ResultPanel title="Summary" error={error} retry={retry} isChanged={isStale} isPending={isSlow}>
              {answer ? (
                <>
                  <ViewChoice view={view} setView={setView} />
                  <OfferCards answer={answer} view={view} />
                  <ResultToolbar
                    link={new URL(link, window.location.href).href}
                    saveCsv={() => saveCsv('switch.csv', switchCsv(answer.result, view))}
                  >
                    <SaveButton calculation={{ kind: 'switch', input: switchRequest(answer.inputs) }} />
                  </ResultToolbar>
                </>
              ) : (
                <WorkedExample
                  text="ENTER WHAT YOU OWE AND ONE OFFER, or start from an example."
                  to={example}
                >
                  $420,000 at 6.5%, and an offer at 5.9%
                </WorkedExample>
              )}
            </ResultPanel>
            <VisuallyHidden>
              <output>{answer && !isFetching && announcementOf(offers, view)}</output>
            </VisuallyHidden>
          </>
        }
      >
        {details && (
          <div className={cx('flex min-w-0 flex-col gap-6', (isStale || isSlow) && 'dimmed')}>
            <DifferenceChart answer={details} view={view} />
            <CostTable answer={details} view={view} />
            <YearTable
              answer={details}
              view={view}
              periodsPerYear={periodsPerYear[details.inputs.payment_frequency]}
            />
          </div>
        )}
        <PageTerms terms={terminology} />
      </CalculatorFrame>
      {answer && (
        <PaperNote title="Switch" link={new URL(link, window.location.href).href}>
          <p>
            {viewTexts[view]}. Today: {currentTerms(answer.inputs)}.{' '}
            {optionSentences(answer.inputs).join(' ')}
          </p>
        </PaperNote>
      )}
    </Page>
  );
}
