import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { loanUrlOf, loanOptions, scenarioOf } from '#parts/command-line/loan-command.ts';
import { readOptions, usageOf, wordsOf } from '#parts/command-line/options.ts';
import { refusalOf } from '#parts/command-line/refusal.ts';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import type { YearBar } from '#parts/chart/year-bars.tsx';
import { apiQuery } from '#session/call.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { LoanDrawing } from './loan-drawing.tsx';

/** Draws the loan of the edited command line, and lists the parts that it cannot parse. */
export function EditedLoan({ line }: { line: string }) {
  const [command = '', ...words] = wordsOf(line);
  const { values, problems } = readOptions('loan', loanOptions, words);
  if (command !== 'loan') problems.unshift('Start the line with the word loan.');

  const scenario = scenarioOf(values);
  const isWithExtra = scenario.extra_payments.length > 0;
  const isRead = problems.length === 0;
  const loan = useScenario(scenario, isRead);
  const plain = useScenario({ ...scenario, extra_payments: [] }, isRead && isWithExtra);
  const refused = isRead && loan.error ? refusalOf(loan.error, loanOptions) : [];
  const messages = [...problems, ...refused];
  const result = loan.data;

  return (
    <>
      {result && (
        <div className={messages.length > 0 ? '[&_svg]:opacity-50' : undefined}>
          <LoanDrawing
            bars={barsOf(result, isWithExtra ? plain.data : undefined)}
            figures={figuresOf(result)}
            caption={captionOf(result)}
            url={loanUrlOf(values)}
          />
        </div>
      )}
      <LiveRegion>
        {messages.length > 0 && (
          <p className="p-4 text-xs wrap-anywhere text-warn">
            {messages.join(' ')} {problems.length > 0 && usageOf('loan', loanOptions)}
          </p>
        )}
      </LiveRegion>
    </>
  );
}

function useScenario(scenario: ReturnType<typeof scenarioOf>, isEnabled: boolean) {
  return useQuery({
    ...apiQuery('calculateScenario', { body: scenario }),
    select: ({ data }) => data,
    enabled: isEnabled,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

/** The outlines are the loan without extra payments, which is never shorter. */
function barsOf({ yearly }: ScenarioResult, plain: ScenarioResult | undefined): YearBar[] {
  return (plain ?? { yearly }).yearly.map(({ payment_amount }, index) => {
    const bar = { lower: yearly[index]?.principal_paid ?? 0, upper: yearly[index]?.interest_paid ?? 0 };
    return plain ? { ...bar, outline: payment_amount } : bar;
  });
}

function figuresOf(result: ScenarioResult): [label: string, figure: string][] {
  const { saved } = result;
  const figures: [string, string][] = [
    ['Repaid', formatAud(result.input_total_loan_amount)],
    ['Interest', formatAud(result.total_interest_paid)],
  ];
  if (saved.interest > 0) {
    figures.push(['Saved', `${formatAud(saved.interest)}, ${formatDuration(saved.periods)}`]);
  }
  return figures;
}

function captionOf({ payment, payoff_period, amortization_schedule }: ScenarioResult): string {
  const rate = formatShortRate(amortization_schedule[0]?.annual_interest_rate ?? 0);
  return `${formatAud(payment)} a month at ${rate}, repaid in ${formatDuration(payoff_period)}.`;
}
