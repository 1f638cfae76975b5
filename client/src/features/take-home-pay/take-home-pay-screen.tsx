import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import type { ReactNode } from 'react';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { centsText, csvText } from '#parts/calculator/csv.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { periodTexts } from '#parts/calculator/pay-periods.ts';
import { panelFields } from '#parts/calculator/terms.ts';
import { TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { usePrinting } from '#parts/calculator/use-printing.ts';
import { formatAud, formatShare, formatWholeAud } from '#parts/format/format.ts';
import { useToday } from '#parts/page/today.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import './pay-chart.css';
import { PaySummary } from './pay-summary.tsx';
import type { Pay } from './pay-calculation.ts';
import {
  deductionText,
  earlierYearReason,
  lineTexts,
  payCalculator,
  payRequest,
  type PayTerms,
  periodOf,
  taxYears,
  visiblePayFields,
} from './pay-terms.ts';
import { inCents, payParts, taxOf } from './pay-figures.ts';
import { PayStatement } from './pay-statement.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import surcharges from '../../../../content/medicare-levy-surcharge.json';

const terminology = [
  'marginal rate',
  'Medicare levy',
  'salary sacrifice',
  'study loan',
  'tax offset',
  'taxable income',
];

const example = calculatorUrl('takeHomePay', { income: '90000', period: 'yearly', income_year: '2025-26' });

/** Buying a home with this pay. A lender asks about the next years, so the income year stays here. */
const buyingUrl = ({ income, period, salary_sacrifice, study_loan }: PayTerms) =>
  calculatorUrl('buying', { income, period, salary_sacrifice, study_loan });

export default function TakeHomePayScreen() {
  const calculator = useCalculator(payCalculator);
  const earlierYear = earlierYearReason(taxYears, useToday());
  return (
    <Page
      heading="TAKE-HOME PAY"
      lede="Your pay after tax, with each step of the calculation and its source in law."
    >
      <CalculatorPage
        calculator={calculator}
        title="Take-home pay"
        label="Your Pay"
        renderFields={(inputs) => (
          <>
            {earlierYear && <p className="text-sm text-muted">{earlierYear}</p>}
            <TermsGroup title="Your Pay" fields={panelFields(visiblePayFields(inputs), inputs)} />
          </>
        )}
        csvName="take-home-pay.csv"
        example={{
          text: 'ENTER A PAY, or start from an example.',
          to: example,
          terms: '$90,000 a year in 2025-26',
        }}
        terminology={terminology}
        renderResult={({ terms, result }) => {
          const period = periodOf(terms);
          const net = formatAud(result.net_per[period]);
          const stays = result.raised && inCents(result.raised.net_income - result.net_income);
          const amount = formatAud(Math.abs(stays ?? 0));
          return {
            bar: [
              stays === undefined
                ? [`A ${periodTexts[period].toLowerCase()}`, net]
                : [stays < 0 ? 'You get less' : 'Of the raise', amount],
              ['Tax of the year', formatAud(taxOf(result.raised ?? result))],
            ],
            announcement:
              stays === undefined
                ? `Take-home pay ${net}.`
                : stays < 0
                  ? `You get ${amount} less.`
                  : `${amount} of the raise stays with you.`,
            summary: <PaySummary result={result} period={period} />,
            belowSummary: <PayChart result={result} />,
            csv: () => payCsv(result),
            calculation: { kind: 'take_home_pay', input: payRequest(terms) },
            actions: (
              <Button variant="ghost" to={buyingUrl(terms)}>
                What this pay can buy
              </Button>
            ),
          };
        }}
        renderDetails={(output) =>
          output && (
            <div className="@container">
              <div className="grid grid-cols-1 gap-6 @min-[80em]:grid-cols-[minmax(0,56rem)_minmax(0,1fr)]">
                <div className="flex min-w-0 flex-col gap-6">
                  <PayStatement result={output.result} />
                </div>
                <div className="flex min-w-0 flex-col gap-6">
                  <ProvisionalFigures {...output.result} />
                  <LeftOut incomeYear={output.result.income_year} />
                </div>
              </div>
            </div>
          )
        }
      />
    </Page>
  );
}

/** Where the raise goes, or the pay without one: a bar, and each part with its amount and share. */
function PayChart({ result }: { result: Pay }) {
  const { gross_income, raised } = result;
  const whole = raised ? raised.gross_income - gross_income : gross_income;
  const parts = payParts(result);
  // A raise that leaves less than before is no sum of its parts.
  if (whole <= 0) return null;
  return (
    <Panel title={raised ? 'Where the Raise Goes' : 'Where the Pay Goes'}>
      {parts.every(({ amount }) => amount > 0) && (
        <div className="mb-4 flex h-6 gap-[3px]" aria-hidden="true">
          {parts.map(({ key, amount }) => (
            <span
              key={key}
              className="pay-part"
              data-part={key}
              // In proportion, also where a part is a few cents.
              style={{ flex: `${amount} 1 0` }}
            />
          ))}
        </div>
      )}
      <dl className="grid grid-fit-[9rem] gap-x-5 gap-y-3">
        {parts.map(({ key, label, amount }) => (
          <div key={key}>
            <dt className="label flex items-center gap-2">
              <span className="pay-part size-[0.875rem]" data-part={key} aria-hidden="true" />
              {label}
            </dt>
            <dd className="text-strong tabular-nums">
              {formatAud(amount)}
              <span className="text-sm text-muted">
                {' '}
                {raised ? `${Math.round((100 * amount) / whole)} c` : formatShare((100 * amount) / whole)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface FoldProps {
  title: string;
  children: ReactNode;
}

/** Closed at first, and open on paper. */
function Fold({ title, children }: FoldProps) {
  if (usePrinting()) return <Panel title={title}>{children}</Panel>;
  return (
    <Disclosure title={title} defaultOpen={false}>
      {children}
    </Disclosure>
  );
}

/** What is not certain about the lines that are marked as provisional. Equal notes are displayed once. */
function ProvisionalFigures({ lines, standard_deduction }: TakeHomePayResult) {
  const notes = new Set([standard_deduction, ...lines].flatMap((each) => each?.note ?? []));
  if (notes.size === 0) return null;
  return (
    <Fold title="Provisional Figures">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {[...notes].map((note) => (
          <li key={note}>
            <UnbrokenDates>{note}</UnbrokenDates>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** What an assessment may contain besides these lines. */
function LeftOut({ incomeYear }: { incomeYear: string }) {
  return (
    <Fold title="What Is Left Out">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        <li>{surchargeText(incomeYear)}</li>
        <li>Reductions for dependants: the levy starts at a higher income for families with a low income.</li>
        <li>
          Other offsets and deductions, such as those for seniors, private health insurance, gifts, or
          expenses of work above the standard deduction.
        </li>
      </ul>
    </Fold>
  );
}

const tiersByYear: Partial<Record<string, { singles: number[][]; families: number[][] }>> = surcharges.years;

function surchargeText(incomeYear: string): string {
  const { singles = [], families = [] } = tiersByYear[incomeYear] ?? {};
  if (singles.length === 0) {
    return `The Medicare levy surcharge of people without private hospital cover. Its tiers of ${incomeYear} are not published yet.`;
  }
  const tiers = singles.map(([from = 0, percent]) => `${percent}% above ${formatWholeAud(from - 1)}`);
  const [familyFrom = 0] = families[0] ?? [];
  return (
    `The Medicare levy surcharge. Without private hospital cover, a single person pays ${tiers.slice(0, -1).join(', ')} ` +
    `and ${tiers.at(-1)} in ${incomeYear}, on the whole income. For a family it starts above ` +
    `${formatWholeAud(familyFrom - 1)}, and $1,500 later for each child after the first.`
  );
}

/** The deduction, and every step of every line; a bracket without an end has an empty cell. */
function payCsv({
  lines,
  standard_deduction,
}: Pick<TakeHomePayResult, 'lines' | 'standard_deduction'>): string {
  const deduction = standard_deduction
    ? [[deductionText, '', '', '', '', centsText(-standard_deduction.amount)]]
    : [];
  const steps = lines.flatMap(({ key, steps: lineSteps }) =>
    lineSteps.map(({ over, up_to, rate_percent, part, amount }) => [
      lineTexts[key],
      centsText(over),
      up_to === null ? '' : centsText(up_to),
      rate_percent,
      centsText(part),
      centsText(amount),
    ]),
  );
  return csvText(['Line', 'Over', 'Up to', 'Rate', 'Part', 'Amount'], [...deduction, ...steps]);
}
