import type { BuyingResult } from 'contract/buying/buying.ts';
import type { ReactNode } from 'react';
import {
  formatAud,
  formatShare,
  formatShortAud,
  formatShortRate,
  formatWholeAud,
} from '#parts/format/format.ts';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { costTexts, grantReasonTexts, lineTexts } from './line-texts.ts';
import type { BuyingTerms } from './buying-terms.ts';
import type { Band, PlaceLaw, Relief } from 'contract/buying/buying-rules.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import type { DutyLineKey, HomeKind, Place } from 'contract/buying/buying.constants.ts';
import { dutyOf } from 'engine/buying/duty.ts';
import { lawOf } from 'engine/buying/rules.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { rules } from './rules.ts';

export type Purchase = NonNullable<BuyingResult['purchase']>;

interface BillProps {
  purchase: Purchase;
  terms: BuyingTerms;
  /** Distinguishes two bills of one page. */
  name: string;
}

/** What is paid on the day, line by line; each line opens to its sum and its sources. */
export function Bill({ purchase, terms, name }: BillProps) {
  const { price, duty, grant, costs, total_costs, to_pay, loan, payment } = purchase;
  const savings = Number(terms.savings || 0);
  const formulaOf = dutyFormula(terms, price);
  const row = (title: string, figure: string, children?: ReactNode) => (
    <BillLine key={title} group={name} title={title} figure={figure}>
      {children}
    </BillLine>
  );
  return (
    <div className="flex max-w-[48rem] flex-col text-sm">
      {row('Price', formatWholeAud(price))}
      {duty.entered && row('Duty as worked out', formatAud(duty.amount))}
      {duty.lines.map((line) =>
        row(
          lineTexts[line.key],
          formatAud(line.amount),
          <DutyLine line={line} formula={formulaOf(line.key)} />,
        ),
      )}
      {costs
        .filter(({ amount }) => amount > 0)
        .map(({ key, amount }) => row(costTexts[key], formatAud(amount)))}
      {row(
        grant.name ?? 'Grant',
        grant.amount > 0 ? formatAud(-grant.counted) : 'None',
        <>
          {grant.reason && <p className="text-sm">{grantReasonTexts[grant.reason]}</p>}
          {grant.amount > grant.counted && (
            <p className="text-sm">{`${formatAud(grant.amount)} comes after settlement, and is no money on the day.`}</p>
          )}
          {grant.page && (
            <p className="text-sm">
              <a href={grant.page}>{lawOfTerms(terms).office}</a>
            </p>
          )}
          <LineSources note={grant.note} sources={grant.sources} />
        </>,
      )}
      {row(
        'To pay',
        formatAud(to_pay),
        <Sum>{`${formatAud(price)} + ${formatAud(total_costs)} of duty and costs − ${formatAud(grant.counted)} of grant`}</Sum>,
      )}
      {row('Your savings', formatAud(-savings))}
      {row(
        'Loan',
        formatAud(loan),
        <Sum>{`${formatAud(to_pay)} − ${formatAud(savings)}, at least $0.00`}</Sum>,
      )}
      {row(
        'Loan to price',
        formatShare(purchase.loan_to_value_percent),
        <Sum>{`${formatAud(loan)} ÷ ${formatAud(price)}`}</Sum>,
      )}
      {payment !== null &&
        row(
          'Payment a month',
          formatAud(payment),
          <Sum>{`At ${formatShortRate(Number(terms.annual_interest_rate))}, the rate without added points`}</Sum>,
        )}
      {row(
        'Cash needed on the day',
        formatAud(purchase.cash_needed),
        <Sum>{`${formatAud(to_pay)} − ${formatAud(purchase.largest_loan_for_price)}, which is ${formatShortRate(Number(terms.largest_share_percent))} of the price`}</Sum>,
      )}
    </div>
  );
}

const Sum = ({ children }: { children: string }) => <p className="text-sm tabular-nums">{children}</p>;

interface BillLineProps {
  title: string;
  figure: string;
  group: string;
  children?: ReactNode;
}

/** A line that opens, or one that has nothing to show. */
function BillLine({ title, figure, group, children }: BillLineProps) {
  const content = (
    <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
      <span>{title}</span>
      <span className="text-strong tabular-nums">{figure}</span>
    </span>
  );
  if (!children)
    return <div className="flex min-h-control items-center border-t border-rule ps-6">{content}</div>;
  return (
    <details className="border-t border-rule" name={group}>
      <summary className="min-h-control hover:bg-raised">{content}</summary>
      <div className="flex flex-col gap-3 ps-6 pt-2 pb-5">{children}</div>
    </details>
  );
}

function DutyLine({ line, formula }: { line: Purchase['duty']['lines'][number]; formula: DutyFormula }) {
  const { step, section, page, sources } = line;
  return (
    <>
      {formula.bands.length > 0 && <DutyScale bands={formula.bands} current={step?.over} />}
      {step && (
        <Sum>
          {step.whole
            ? `${formatShortRate(step.rate_percent)} of the whole price of ${formatWholeAud(step.part)}`
            : `${formatShortAud(step.base)} + ${formatShortRate(step.rate_percent)} of ${formatWholeAud(step.part)}${formula.roundedUp}${formula.minimum}`}
        </Sum>
      )}
      {formula.text && <Sum>{formula.text}</Sum>}
      {page && (
        <p className="text-sm">
          <a href={page}>{formula.office}</a>
          {section && `, ${section}`}
        </p>
      )}
      <LineSources sources={sources} />
    </>
  );
}

interface DutyScaleProps {
  bands: readonly Band[];
  /** The value above which the band of the price starts. */
  current: number | undefined;
}

/** The whole scale; the band of the price is marked. */
const DutyScale = ({ bands, current }: DutyScaleProps) => (
  <FigureTable
    caption="The scale of the duty"
    row="Price"
    labels={['Duty There', 'Above It', 'Band']}
    rows={bands.map(([over, base, percent]) => ({
      head: `Over ${formatWholeAud(over)}`,
      figures: [
        base === null ? '–' : formatShortAud(base),
        base === null ? `${formatShortRate(percent)} of the whole price` : formatShortRate(percent),
        over === current ? 'This price' : '',
      ],
    }))}
  />
);

/** How a line of duty follows from the law of its place, in words and figures. */

interface DutyFormula {
  office: string;
  bands: readonly Band[];
  text: string;
  /** What rounding up added. */
  roundedUp: string;
  /** The smallest duty, where the scale gives less. */
  minimum: string;
}

/** Places with a smallest duty have no scale of their own for homes. */
const atFullRate = { kind: 'established', use: 'invest', first_home: false } as const;

const lawOfTerms = ({ place, contract_date }: BuyingTerms): PlaceLaw =>
  lawOf(rules, place as Place, contract_date || currentRecord().on);

function dutyFormula(terms: BuyingTerms, price: number): (key: DutyLineKey) => DutyFormula {
  const law = lawOfTerms(terms);
  const relief = law.relief.find(({ kinds }) => kinds.includes((terms.kind || 'established') as HomeKind));
  const roundedUp = law.part_of === 100 ? ', rounded up to the next hundred' : '';
  const office = law.office;
  const minimum =
    dutyOf({ ...law, minimum: 0 }, atFullRate, price).cents < law.minimum * 100
      ? `, but at least ${formatWholeAud(law.minimum)}`
      : '';
  return (key) => {
    if (key === relief?.key) {
      return {
        office,
        roundedUp,
        minimum: '',
        bands: relief.by === 'scale' ? relief.bands : [],
        text: reliefText(relief, price),
      };
    }
    const bands = key === law.home?.key ? law.home.bands : law.general.bands;
    return { office, roundedUp, minimum, bands, text: formulaText(law, key, price) };
  };
}

function formulaText({ general: { formula } }: PlaceLaw, key: DutyLineKey, price: number): string {
  if (key !== 'general' || !formula || price > formula.to) return '';
  return `${formula.squared} × V² + ${formula.linear} × V, with V a thousandth of the price: ${price / 1_000}`;
}

function reliefText(relief: Relief, price: number): string {
  switch (relief.by) {
    case 'exempt':
      return 'No duty at any price.';
    case 'exempt_share':
      if (price <= relief.exempt_to) return `No duty up to ${formatWholeAud(relief.exempt_to)}.`;
      return (
        `From the duty of the price, the duty of ${formatWholeAud(relief.exempt_to)} is taken off × ` +
        `(${formatWholeAud(relief.below)} − ${formatWholeAud(price)}) ÷ ${formatWholeAud(relief.below - relief.exempt_to)}.`
      );
    case 'duty_share':
      if (price <= relief.exempt_to) return `No duty up to ${formatWholeAud(relief.exempt_to)}.`;
      return (
        `The duty × (${formatWholeAud(relief.to)} − ${formatWholeAud(price)}) ÷ ` +
        `${formatWholeAud(relief.to - relief.exempt_to)} is taken off, rounded up to the dollar.`
      );
    case 'deduct': {
      const [under, dollars] = relief.steps.find(([value]) => price < value) ?? [0, 0];
      return `${formatAud(dollars)} is taken off below ${formatWholeAud(under)}, at most the duty.`;
    }
    case 'scale':
      return `Up to ${formatWholeAud(relief.to)} another scale holds: ${relief.bands
        .map(([over, , percent]) => `${formatShortRate(percent)} above ${formatWholeAud(over)}`)
        .join(', ')}.`;
  }
}
