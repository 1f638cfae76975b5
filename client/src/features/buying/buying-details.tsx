import type { BuyingResult } from 'contract/buying/buying.ts';
import { type Place, placesInText } from 'contract/buying/buying.constants.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { formatAud, formatShortRate, formatWholeAud } from '#parts/format/format.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Bill } from './bill.tsx';
import type { Buying } from './buying-calculation.ts';
import { type BuyingTerms, hasAreas, listText, paySuffixes } from './buying-terms.ts';
import { schemeReasonTexts, schemeTexts } from './line-texts.ts';
import { OneDollarMore } from './one-dollar-more.tsx';
import { rules } from './rules.ts';
import { Link } from 'react-router-dom';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';

/** The bill, the schemes, what can be borrowed, and the largest price. */
export function BuyingDetails({ terms, result }: { terms: BuyingTerms; result: Buying }) {
  const { purchase, schemes, borrowing, largest, compared, oneDollarMore } = result;
  const place = terms.place as Place | '';
  return (
    <>
      {purchase && (
        <Panel title="The Bill">
          <Bill purchase={purchase} terms={terms} name="bill" />
        </Panel>
      )}
      {largest?.purchase && (!purchase || largest.price !== purchase.price) && (
        <Panel title={`The Bill at the Largest Price, ${formatWholeAud(largest.purchase.price)}`}>
          <Bill purchase={largest.purchase} terms={terms} name="largest-bill" />
        </Panel>
      )}
      {largest?.purchase && oneDollarMore && (
        <OneDollarMore largest={largest.purchase} more={oneDollarMore} borrowing={borrowing} />
      )}
      {place && schemes.length > 0 && (
        <Schemes
          schemes={schemes}
          terms={terms}
          place={place}
          price={purchase?.price ?? largest?.price ?? 0}
        />
      )}
      {borrowing && <Borrowing borrowing={borrowing} taxNotes={result.taxNotes} terms={terms} />}
      {compared.length > 0 && (
        <Disclosure title="Compare Places" defaultOpen={false} className="print:hidden">
          {terms.first_home === 'true' && (
            <p className="pb-3 text-sm">
              The ACT asks for no property in the last 5 years, and every other place for a first home.
            </p>
          )}
          <ComparedPlaces compared={compared} />
        </Disclosure>
      )}
      {place && <LeftOut place={place} isLet={terms.use === 'invest'} />}
      <PaperSources result={result} />
    </>
  );
}

/** On paper no line can be opened. */
function PaperSources({ result: { purchase, largest, schemes } }: { result: Buying }) {
  const described = [purchase, largest?.purchase].flatMap((bill) =>
    bill ? [...bill.duty.lines, bill.grant] : [],
  );
  const sources = new Map(
    [...described, ...schemes].flatMap((line) => line.sources).map((source) => [source.name, source]),
  );
  if (sources.size === 0) return null;
  return (
    <Panel title="Sources" className="hidden print:block">
      <ul className="text-sm">
        {[...sources.values()].map(({ name, url, seen }) => (
          <li key={name}>
            {name}
            {url && `, ${url}`}, read on <span className="whitespace-nowrap">{seen}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SchemesProps {
  schemes: BuyingResult['schemes'];
  terms: BuyingTerms;
  place: Place;
  /** The price that is entered, or else the largest. */
  price: number;
}

function Schemes({ schemes, terms, place, price }: SchemesProps) {
  const centres = rules.schemes.deposit_guarantee.capital_also[place] ?? [];
  const area =
    terms.area === 'rest'
      ? `outside the capital of ${placesInText[place]}`
      : hasAreas(place)
        ? `in ${listText(['the capital', ...centres])}`
        : `in ${placesInText[place]}`;
  return (
    <Panel title="Schemes">
      <ul className="flex flex-col gap-3">
        {schemes.map(
          ({ key, fits, reasons, price_cap, deposit, income_limit, largest_share_percent, sources }) => {
            const cap = price_cap === null ? '' : `, up to ${formatWholeAud(price_cap)} ${area}`;
            const verdict = {
              true:
                price_cap !== null && price > price_cap
                  ? `fits${cap}, which is less than the largest price.`
                  : `fits${cap}.`,
              false: `does not fit: ${reasons.map((reason) => schemeReasonTexts[reason]).join(', and ')}.`,
              null: `may fit${cap}. Enter the pays to see it.`,
            }[String(fits)];
            return (
              <li key={key}>
                <details name="schemes">
                  <summary className="min-h-control hover:bg-raised">
                    <span>
                      <b>{schemeTexts[key]}</b>: {verdict}
                    </span>
                  </summary>
                  <div className="flex flex-col gap-2 ps-6 pt-2 pb-4 text-sm">
                    {key === 'deposit_guarantee' && place === 'act' && (
                      <p>It asks that no buyer owned property in the last 10 years.</p>
                    )}
                    {price_cap !== null && <p>Price cap: {formatWholeAud(price_cap)}.</p>}
                    {deposit !== null && <p>Smallest deposit: {formatAud(deposit)}.</p>}
                    {income_limit !== null && (
                      <p>Largest income of all buyers: {formatWholeAud(income_limit)}.</p>
                    )}
                    {largest_share_percent !== null && (
                      <p>The government buys up to {largest_share_percent}% of the home.</p>
                    )}
                    <LineSources sources={sources} />
                  </div>
                </details>
              </li>
            );
          },
        )}
      </ul>
    </Panel>
  );
}

const ComparedPlaces = ({ compared }: Pick<Buying, 'compared'>) => (
  <FigureTable
    caption="The same purchase in every place"
    row="Place"
    labels={['Duty', 'Grant', 'Cash Needed']}
    rows={compared.map(({ place, purchase }) => ({
      head: `${[rules.places[place]].flat().at(-1)!.name}${dutyMark(purchase)}`,
      figures: purchase
        ? [purchase.duty.amount, purchase.grant.counted, purchase.cash_needed].map(formatAud)
        : ['No law of this day', '', ''],
    }))}
  />
);

function dutyMark(purchase: BuyingResult['purchase']): string {
  if (purchase?.duty.entered) return ', duty as entered';
  return purchase?.duty.provisional ? ', duty provisional' : '';
}

const everywhere = [
  'Registration fees, unless you enter them.',
  'Surcharges of foreign buyers, and relief of pensioners, farms and transfers in a family.',
  'Companies, trusts, and buyers of whom only some meet the conditions or who have shares of their own.',
  'Concessions for homes bought off the plan, shared equity of a state, and the First Home Super Saver.',
  'Land tax, rates, strata and insurance after the day.',
];

const rent = 'The rent of a home that you let: a lender counts a part of it as income.';

function LeftOut({ place, isLet }: { place: Place; isLet: boolean }) {
  const notes = [rules.places[place]].flat().at(-1)!.notes ?? [];
  return (
    <Panel title="What Is Left Out">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {[...notes, ...(isLet ? [rent] : []), ...everywhere].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** Take-home pay with the terms of a pay, where its net income is computed line by line. */
function payUrl(terms: BuyingTerms, suffix: '' | '2', year: string | null): string {
  const [income, period, salary_sacrifice, study_loan] =
    suffix === ''
      ? [terms.income, terms.period, terms.salary_sacrifice, terms.study_loan]
      : [terms.income2, terms.period2, terms.salary_sacrifice2, terms.study_loan2];
  return calculatorUrl('takeHomePay', {
    income,
    period,
    salary_sacrifice,
    study_loan,
    income_year: year ?? undefined,
  });
}

interface BorrowingProps {
  borrowing: NonNullable<BuyingResult['borrowing']>;
  taxNotes: readonly string[];
  terms: BuyingTerms;
}

const whose = (suffix: '' | '2') => (suffix === '' ? 'First buyer' : 'Second buyer');

/** How the loan follows from the pays. */
function Borrowing({ borrowing, taxNotes, terms }: BorrowingProps) {
  const { incomes, net_per_month, available, short_by, assessment_rate, loan, study_loan_takes } = borrowing;
  const months = terms.duration_months;
  const suffixes = paySuffixes(terms);
  const figures: FigureEntry[] = [
    ...(net_per_month === null ? [] : [['Net Pay a Month', formatAud(net_per_month)] as const]),
    [
      'Available a Month',
      formatAud(available),
      short_by > 0
        ? `Living costs and debts are ${formatAud(short_by)} more than the pay`
        : net_per_month === null
          ? undefined
          : `${formatAud(net_per_month)} − ${formatAud(Number(terms.living_costs || 0))} − ${formatAud(Number(terms.other_debts || 0))}: the net pay less living costs and other debts`,
    ],
    [
      'Test Rate',
      formatShortRate(assessment_rate),
      `The rate of ${formatShortRate(Number(terms.annual_interest_rate))} and the points added`,
    ],
    [
      'Can Be Borrowed',
      formatAud(loan),
      assessment_rate > 0
        ? `${formatAud(available)} × (1 − (1 + r)^−${months}) ÷ r, where r is ${formatShortRate(assessment_rate)} ÷ 12, cut to the cent`
        : `${formatAud(available)} × ${months} months`,
    ],
  ];
  return (
    <Panel title="What You Can Borrow">
      <div className="flex flex-col gap-5">
        {incomes.length > 0 && (
          <FigureTable
            caption={`The pays of ${borrowing.income_year}`}
            row="Pay"
            labels={['Before Tax', 'Study Loan', 'Net']}
            rows={incomes.map(({ gross_income, study_loan, net_income }, index) => ({
              head: terms.buyers === '2' ? whose(suffixes[index] ?? '') : 'Pay',
              figures: [
                formatAud(gross_income),
                formatAud(study_loan),
                <Link key="net" to={payUrl(terms, suffixes[index] ?? '', borrowing.income_year)}>
                  {formatAud(net_income)}
                </Link>,
              ],
            }))}
          />
        )}
        <ProvisionalNotes notes={taxNotes} />
        <Figures figures={figures} />
        {study_loan_takes > 0 && <p>Your study loan takes {formatAud(study_loan_takes)} of it.</p>}
        <p className="text-sm text-muted">
          This is no offer. A lender also has its own floor for living costs, counts some incomes only in
          part, and may limit debt to income. The buffer of 3 points is what the Australian Prudential
          Regulation Authority (APRA) asks of lenders.
        </p>
      </div>
    </Panel>
  );
}

/** What is not certain about figures of law in a result. Equal notes are displayed once. */
function ProvisionalNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert tone="warn" title="SOME FIGURES ARE PROVISIONAL">
      {[...new Set(notes)].map((note) => (
        <p key={note} className="text-sm">
          <UnbrokenDates>{note}</UnbrokenDates>
        </p>
      ))}
    </Alert>
  );
}
