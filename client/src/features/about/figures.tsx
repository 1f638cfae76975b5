import { Cell, FigureHead, FigureRows, HeaderCell, Table } from '#ui/layout/table.tsx';

/** $1,000 over 12 months at 12% a year, as the loan calculator computes it. */
const frequencies = [
  { name: 'Monthly', formula: 'R ÷ 12', rate: '1.00000%', payment: '$88.85', interest: '$66.19' },
  {
    name: 'Daily',
    formula: '(1 + R ÷ 365)^(365 ÷ 12) − 1',
    rate: '1.00485%',
    payment: '$88.88',
    interest: '$66.51',
  },
  {
    name: 'Yearly',
    formula: '(1 + R)^(1 ÷ 12) − 1',
    rate: '0.94888%',
    payment: '$88.56',
    interest: '$62.74',
  },
];

const scheduleRows = [
  ['1', '$88.85', '$78.85', '$10.00', '$921.15'],
  ['2', '$88.85', '$79.64', '$9.21', '$841.51'],
  ['11', '$88.85', '$87.10', '$1.75', '$87.96'],
  ['12', '$88.84', '$87.96', '$0.88', '$0.00'],
] as const;

export function Figures() {
  return (
    <>
      <h3>Whole cents, rounded half up</h3>
      <p>
        Money is counted in whole cents. Where a rule yields a fraction of a cent, it is rounded half up:
        exactly half a cent becomes a cent. Every figure is decided as if with unlimited precision, so no
        digit depends on how a computer happens to store fractions, and the same entries give the same cents
        every time.
      </p>

      <h3>From a yearly rate to a month’s</h3>
      <p>
        A loan is repaid by the month, so the annual rate <var>R</var> is first turned into a rate{' '}
        <var>r</var> for one month. How that is done is the compounding frequency. Take $1,000 over 12 months
        at 12% a year:
      </p>
      <Table caption="One annual rate, three meanings">
        <thead>
          <tr>
            <HeaderCell>Compounding</HeaderCell>
            <HeaderCell>Rate for a month</HeaderCell>
            <HeaderCell numeric>At 12%</HeaderCell>
            <HeaderCell numeric>Payment</HeaderCell>
            <HeaderCell numeric>Interest</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {frequencies.map(({ name, formula, rate, payment, interest }) => (
            <tr key={name}>
              <HeaderCell scope="row">{name}</HeaderCell>
              <Cell className="whitespace-nowrap">{formula}</Cell>
              <Cell numeric>{rate}</Cell>
              <Cell numeric>{payment}</Cell>
              <Cell numeric>{interest}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <dl className="flex flex-col gap-4">
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] max-lg:grid-cols-1">
          <dt className="font-semibold text-muted">Monthly</dt>
          <dd>
            One twelfth of the annual rate. Section 28 of Australia’s National Credit Code caps interest at
            the daily percentage rate on the unpaid daily balances, and lets a lender that charges by the
            month take the annual rate divided by 12 instead. Start here to compare with a lender’s repayment.
          </dd>
        </div>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] max-lg:grid-cols-1">
          <dt className="font-semibold text-muted">Daily</dt>
          <dd>
            Interest joins the debt every day and earns interest from the next, 365 times a year. This is a
            model: Australian lenders commonly work out interest on each day’s balance but charge it once a
            month, which is not the same and comes closer to the monthly figure.
          </dd>
        </div>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] max-lg:grid-cols-1">
          <dt className="font-semibold text-muted">Yearly</dt>
          <dd>
            The annual rate is taken as effective: twelve months, compounded, make exactly <var>R</var>. For
            the same annual rate, this is the cheapest of the three.
          </dd>
        </div>
      </dl>

      <h3>The payment</h3>
      <p>
        With <var>L</var> the amount, <var>n</var> the months and <var>g</var> = 1 + <var>r</var>, the payment
        that clears the debt in <var>n</var> equal steps is
      </p>
      <p className="border-l-2 border-l-accent bg-surface px-5 py-4 text-lg max-md:text-md">
        <var>P</var> = <var>L</var> · <var>r</var> · <var>g</var>
        <sup className="text-[0.65em] leading-0">
          <var>n</var>
        </sup>{' '}
        ÷ (<var>g</var>
        <sup className="text-[0.65em] leading-0">
          <var>n</var>
        </sup>{' '}
        − 1)
      </p>
      <p>
        rounded once, to the cent. At a rate of zero it is simply <var>L</var> ÷ <var>n</var>.
      </p>

      <h3>The schedule, and why its last payment differs</h3>
      <p>
        Each month’s interest is the balance times <var>r</var>, rounded to the cent. The rest of the payment
        repays the loan. Because payment and interest are both rounded, small differences add up, and the last
        payment settles them. It is the remaining balance plus its interest, so the loan ends at exactly
        $0.00. Every row adds up, and the totals are the sums of the rows, not of unrounded figures behind
        them.
      </p>
      <Table caption="$1,000 over 12 months at 12%, monthly: the ends of the schedule">
        <FigureHead row="Month" figures={['Payment', 'Principal', 'Interest', 'Balance']} />
        <FigureRows rows={scheduleRows} />
      </Table>
      <p>
        For a few loans, cents are too coarse for that: long ones at high rates, where a payment hardly
        exceeds the interest, and very small ones. $100,000 at 30% over 600 months is one. There the rounded
        payment would clear the debt too early, or leave a last payment of quite another size. Such a schedule
        follows the unrounded course of the balance instead, and its payments differ from one another by a
        cent at most.
      </p>

      <h3>What is left out</h3>
      <p>
        Fees, insurance, offset and redraw, changes of rate, the different lengths of months and the day a
        payment falls on. A real contract has most of these.
      </p>
    </>
  );
}
