import { switchLink } from 'contract/calculations/links.ts';
import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import { memo, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { CalculatorPage } from '#parts/calculator/calculator.tsx';
import { optionSentences } from '#parts/calculator/scenario/option-contents.ts';
import type { CalculatorDefinition } from '#parts/calculator/calculator-definition.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { useCalculator } from '#parts/calculator/use-calculator.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { readValues, understoodValues } from '#parts/form/typed-fields.ts';
import { formatAud, formatDate } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { initialDay, useToday } from '#parts/page/today.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { currentTerms, offerTerms } from './offer-texts.ts';
import { switchCsv } from './switch-csv.ts';
import { OfferList, TodayFields } from './switch-fields.tsx';
import { newSwitch, sentOffers, switchFormPath, type SwitchInputs, switchRequest } from './switch-inputs.ts';
import { readSwitchLink } from './switch-link.ts';
import {
  aheadText,
  announcementOf,
  costText,
  differenceAt,
  type Loans,
  loansIn,
  type Offer,
  type Staying,
  type SwitchAnswer,
  type View,
  viewTexts,
} from './verdicts.ts';
import { Verdict } from './verdict.tsx';

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

/** The extra repayments stay as the user entered them, such as an amount of a fortnight. */
function linkOf(terms: SwitchInputs): string {
  const { current, offers } = switchRequest(terms);
  return switchLink({
    current: { ...current, extra_payments: terms.extra_payments.filter(({ amount }) => amount) },
    offers,
  });
}

const calculatorOfSwitch: CalculatorDefinition<SwitchInputs, SwitchInputs, SwitchResult> = {
  initial: newSwitch,
  firstField: 'total_loan_amount',
  resolver: contractResolver({
    schema: lazySchema(async () => (await import('contract/scenarios/switching-fields.ts')).SwitchBody),
    toBody: (inputs) => switchRequest(readValues(inputs)),
    fieldOf: switchFormPath,
  }),
  termsOf: readValues,
  read: ({ hash }) => readSwitchLink(hash),
  urlOf: linkOf,
  load: async () => (await import('./switch-calculation.ts')).calculateSwitch,
  fieldOf: switchFormPath,
};

const views = Object.entries(viewTexts) as [View, string][];

function switchFields(typed: SwitchInputs) {
  const inputs = understoodValues(typed);
  return (
    <>
      <TodayFields inputs={inputs} />
      <OfferList inputs={inputs} />
    </>
  );
}

export default function SwitchScreen() {
  const calculator = useCalculator(calculatorOfSwitch);
  useStartToday(calculator.form);
  const [chosenView, setView] = useState<View>();
  // Who pays more than is due keeps paying it.
  const viewOf = ({ terms }: SwitchAnswer): View =>
    chosenView ?? (terms.extra_payments.some(({ amount }) => amount) ? 'keep' : 'least');
  return (
    <Page
      heading="STAY, SWITCH OR SPLIT"
      lede="What switching to another loan costs or saves with every payment, and from when it saves money."
    >
      <CalculatorPage
        calculator={calculator}
        title="Switch"
        label="Today and offers"
        renderFields={switchFields}
        csvName="switch.csv"
        example={{
          text: 'ENTER WHAT YOU OWE AND ONE OFFER, or start from an example.',
          to: example,
          terms: '$420,000 at 6.5%, and an offer at 5.9%',
        }}
        terminology={terminology}
        renderResult={(answer) => {
          const view = viewOf(answer);
          const { offers, cheapest } = loansIn(answer.result, view);
          const { name } = cheapest;
          return {
            // A narrow screen has room for one offer.
            bar: [[offers.length > 1 ? `Cheapest of ${offers.length}: ${name}` : name, costText(cheapest)]],
            announcement: announcementOf(cheapest),
            summary: (
              <>
                <Segmented label="Way of paying" options={views} value={view} onChange={setView} />
                <Verdict answer={answer} view={view} />
              </>
            ),
            csv: () => switchCsv(loansIn(answer.result, view)),
            calculation: { kind: 'switch', input: switchRequest(answer.terms) },
            paper: (
              <>
                <p>
                  {viewTexts[view]}. Today: {currentTerms(answer.terms)}.{' '}
                  {optionSentences(answer.terms).join(' ')}
                </p>
                {sentOffers(answer.terms.offers).map((offer, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
                  <p key={index}>
                    {offers[index]?.name}: {offerTerms(offer, answer.terms)}
                  </p>
                ))}
              </>
            ),
          };
        }}
        renderDetails={(answer) => answer && <Details answer={answer} view={viewOf(answer)} />}
      />
    </Page>
  );
}

/** Not rendered again while a key only changes the form. */
const Details = memo(function Details({ answer, view }: { answer: SwitchAnswer; view: View }) {
  const loans = loansIn(answer.result, view);
  return (
    <>
      <YearTable loans={loans} frequency={answer.terms.payment_frequency} />
      <HowComputed loans={loans} />
    </>
  );
});

/** What the figures of the comparison contain. */
function HowComputed({ loans: { offers } }: { loans: Loans }) {
  return (
    <Panel title="How This Is Computed">
      <div className="flex flex-col gap-4 text-sm text-muted">
        <ul>
          {offers.map(({ name, cash_break_even }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an offer is identified by its position.
            <li key={index}>
              {name}: payments and fees so far are {aheadText(cash_break_even, 'below those of staying')}.
            </li>
          ))}
        </ul>
        <p>
          The amount owed, the interest, the fees and costs, less the cashback, add up to the total cost.
          Interest and fees are costs; repaid principal is not. An offer is ahead from the first payment after
          which its costs so far stay below those of staying until the end. A yearly fee is paid with the last
          payment of each year of the loan. Each schedule is computed by{' '}
          <Link to={paths.about}>the published method</Link>, as in the loan calculator.
        </p>
      </div>
    </Panel>
  );
}

/** Starts the loan today, where the server's page started it on its own day. */
function useStartToday({ getValues, resetField }: UseFormReturn<SwitchInputs>): void {
  const [initial] = useState(initialDay);
  const today = useToday();
  useEffect(() => {
    if (today !== initial && getValues('start_date') === initial)
      resetField('start_date', { defaultValue: today });
  }, [today, initial, getValues, resetField]);
}

interface YearTableProps {
  loans: Loans;
  frequency: PaymentFrequency;
}

/** The screen width below which a table with this number of figures would scroll horizontally. */
const tooNarrowFor = (figures: number) => 256 + figures * 104;

/** Costs and balances by year; each year opens to its payments. */
function YearTable({ loans: { stay, offers, rows }, frequency }: YearTableProps) {
  const perYear = periodsPerYear[frequency];
  const columns = [
    ...columnsOf(stay),
    ...offers.flatMap((offer) => [...columnsOf(offer), differenceOf(offer)]),
  ];
  const rowOf = (head: string, from: number, to: number) => ({
    head,
    figures: columns.map(({ figure }) => formatAud(figure(from, to))),
  });
  const years = Array.from({ length: Math.ceil((rows.length - 1) / perYear) }, (_, year) => {
    const payments = rows.slice(year * perYear + 1, (year + 1) * perYear + 1);
    return {
      ...rowOf(`Year ${year + 1}`, payments[0]!.period, payments.at(-1)!.period),
      details: () =>
        payments.map(({ period, due_date }) =>
          rowOf(`Payment ${period}${due_date ? `, ${formatDate(due_date)}` : ''}`, period, period),
        ),
    };
  });
  return (
    <Panel title="By Year" aside="Cost is interest and fees">
      {/* Most of it is below the screen, where it needs no layout. */}
      <div className="not-print:[contain-intrinsic-size:auto_80rem] not-print:[content-visibility:auto]">
        <FigureTable
          caption="Amounts in Australian dollars. A difference compares all costs so far with the costs of staying"
          row="Time"
          labels={columns.map(({ label }) => label)}
          rows={[rowOf('Day of the change', 0, 0), ...years]}
          isMain={(label) => label.endsWith('difference')}
          narrowPx={tooNarrowFor(columns.length)}
        />
      </div>
    </Panel>
  );
}

const cents = (amount: number) => Math.round(amount * 100);

/** The costs from one payment to another, and what is owed then. */
const columnsOf = ({ name, rows }: Staying | Offer) => [
  {
    label: `${name}: cost`,
    figure: (from: number, to: number) =>
      rows
        .slice(from, to + 1)
        .reduce((sum, row) => sum + cents(row.interest_paid) + cents(row.fees_paid), 0) / 100,
  },
  { label: `${name}: owed`, figure: (_from: number, to: number) => rows[to]?.remaining_balance ?? 0 },
];

const differenceOf = (offer: Offer) => ({
  label: `${offer.name}: difference`,
  figure: (_from: number, to: number) => differenceAt(offer, to),
});
