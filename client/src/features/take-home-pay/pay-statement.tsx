import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { type ReactNode, Fragment, useState } from 'react';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { LineSources } from '#parts/calculator/line-sources.tsx';
import { periodTexts } from '#parts/calculator/pay-periods.ts';
import { RowsButton } from '#parts/calculator/year-button.tsx';
import { formatAmount, withMinus } from 'contract/formats.ts';
import { layoutLimits } from 'contract/layout.constants.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { cx } from '#ui/cx.ts';
import { amountOf, inCents, type PayOfYear, taxOf } from './pay-figures.ts';
import type { Pay } from './pay-calculation.ts';
import { lineTexts } from './pay-terms.ts';
import './pay-statement.css';

type TaxStep = TakeHomePayResult['lines'][number]['steps'][number];

interface Column {
  label: string;
  pay: PayOfYear;
}

interface Row {
  head: string;
  amountOf: (pay: PayOfYear) => number;
  kind?: 'sum' | 'result';
  /** How it is computed, from which law. */
  details?: ReactNode;
  tag?: string | false;
}

/** The pay line by line: now and with the raise, or in two income years. */
export function PayStatement({ result }: { result: Pay }) {
  const { raised, comparison, income_year } = result;
  const now = { label: 'Now', pay: result };
  const years: Column[] = [{ label: income_year, pay: result }];
  if (comparison) years.push({ label: comparison.income_year, pay: comparison });
  return (
    <>
      <Statement
        title="Line by Line"
        caption={raised || !comparison ? `Dollars a year, ${income_year}` : 'Dollars a year'}
        columns={
          raised
            ? [
                now,
                {
                  label: raised.gross_income < result.gross_income ? 'With the cut' : 'With the raise',
                  pay: raised,
                },
              ]
            : years
        }
      />
      {raised && comparison && (
        <Statement
          title={`${income_year} beside ${comparison.income_year}`}
          caption={`Dollars a year, without the ${raised.gross_income < result.gross_income ? 'cut' : 'raise'}`}
          columns={years}
        />
      )}
    </>
  );
}

interface StatementProps {
  title: string;
  caption: string;
  columns: readonly Column[];
}

const difference = 'Difference';

/** On a narrow screen one column, which is selected above the table. */
function Statement({ title, caption, columns }: StatementProps) {
  const isNarrow = useNarrowForText(layoutLimits.narrowScreenPx);
  const [selected, setSelected] = useState<string>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isCompared = columns.length > 1;
  const labels = [...columns.map(({ label }) => label), ...(isCompared ? [difference] : [])];
  const current = labels.includes(selected ?? '') ? selected! : labels[isCompared ? 1 : 0]!;
  const figureOf = (row: Row, label: string) => {
    const amounts = columns.map(({ pay }) => row.amountOf(pay));
    if (label !== difference) return withMinus(formatAmount(amounts[labels.indexOf(label)] ?? 0));
    const [one = 0, other = 0] = amounts;
    const added = inCents(columns[0]?.label === 'Now' ? other - one : one - other);
    return `${added > 0 ? '+' : ''}${withMinus(formatAmount(added))}`;
  };
  const toggle = (head: string) =>
    setOpened((previous) =>
      previous.has(head)
        ? new Set([...previous].filter((one) => one !== head))
        : new Set([...previous, head]),
    );
  return (
    <Panel title={title} className="@container">
      {isNarrow && isCompared && (
        <div className="mb-3">
          <Segmented
            label="Column"
            options={labels.map((label) => [label, label] as const)}
            value={current}
            onChange={setSelected}
          />
        </div>
      )}
      <Table
        caption={caption}
        className="pay-statement"
        data-column={isNarrow && isCompared ? labels.indexOf(current) : undefined}
      >
        <FigureHead row="Line" figures={isCompared ? labels : ['Amount']} />
        <tbody>
          {rowsOf(columns).map((row) => (
            <Fragment key={row.head}>
              <tr className={cx(row.kind && 'pay-sum', row.kind === 'result' && 'pay-result')}>
                <HeaderCell scope="row">
                  <span className="flex flex-wrap items-center gap-x-3">
                    {row.details ? (
                      <RowsButton isOpen={opened.has(row.head)} toggle={() => toggle(row.head)}>
                        <span className="whitespace-normal">{row.head}</span>
                      </RowsButton>
                    ) : (
                      <span className="pay-indent inline-flex min-h-target items-center">{row.head}</span>
                    )}
                    {row.tag && <Tag tone="warn">{row.tag}</Tag>}
                  </span>
                </HeaderCell>
                {labels.map((label) => (
                  <td key={label} className="text-right whitespace-nowrap tabular-nums">
                    {figureOf(row, label)}
                  </td>
                ))}
              </tr>
              {opened.has(row.head) && (
                <tr>
                  <td colSpan={labels.length + 1} className="whitespace-normal">
                    <div className="pay-indent flex flex-col gap-3 py-2">{row.details}</div>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function rowsOf(columns: readonly Column[]): Row[] {
  const pays = columns.map(({ pay }) => pay);
  const keys = [...new Set(pays.flatMap(({ lines }) => lines.map(({ key }) => key)))];
  const lineRow = (key: (typeof keys)[number]): Row => ({
    head: lineTexts[key],
    amountOf: (pay) => -amountOf(pay, key),
    ...detailsOf(columns, key),
  });
  const deduction = pays.find(({ standard_deduction }) => standard_deduction)?.standard_deduction;
  const isSacrificed = pays.some(({ salary_sacrifice }) => salary_sacrifice !== 0);
  const loans = keys.filter((key) => key === 'study_loan');
  return [
    { head: 'Pay before tax', amountOf: (pay) => pay.gross_income, kind: 'sum' },
    ...(isSacrificed
      ? [{ head: 'Salary sacrifice to super', amountOf: (pay: PayOfYear) => -pay.salary_sacrifice }]
      : []),
    {
      head: deduction
        ? `Taxable income, ${formatWholeAud(deduction.amount)} standard deduction`
        : 'Taxable income',
      amountOf: (pay) => pay.taxable_income,
      ...(deduction && {
        details: <LineSources {...deduction} />,
        tag: deduction.provisional && 'PROVISIONAL',
      }),
    },
    ...keys.filter((key) => key !== 'study_loan').map(lineRow),
    { head: 'Tax', amountOf: (pay) => -taxOf(pay), kind: 'sum' },
    ...loans.map(lineRow),
    { head: 'Take-home pay', amountOf: (pay) => pay.net_income, kind: 'result' },
    ...(['monthly', 'fortnightly', 'weekly'] as const).map((period): Row => ({
      head: `A ${periodTexts[period].toLowerCase()}`,
      amountOf: (pay) => pay.net_per[period],
    })),
  ];
}

/** The brackets, rates and parts of a line in each column, and its sources. */
function detailsOf(columns: readonly Column[], key: TakeHomePayResult['lines'][number]['key']) {
  const lines = columns.flatMap(({ label, pay }) => {
    const line = pay.lines.find((one) => one.key === key);
    return line ? [{ ...line, label }] : [];
  });
  const how = `How ${lineTexts[key].toLowerCase()} is computed`;
  return {
    tag: lines.some(({ provisional }) => provisional) && 'PROVISIONAL: AS ENACTED, USUALLY RAISED LATER',
    details: lines.map(({ label, steps, note, sources }, index) => (
      <Fragment key={label}>
        <FigureTable
          caption={columns.length > 1 ? `${how}, ${label.toLowerCase()}` : how}
          row="Bracket"
          labels={['Rate', 'Part', 'Amount']}
          rows={steps.map((step) => ({
            head: bracketText(step),
            figures: [rateText(step), formatAud(step.part), formatAud(step.amount)],
          }))}
        />
        {/* Two pays of one year have the same law. */}
        {(index === 0 || lines[0]?.sources[0]?.name !== sources[0]?.name) && (
          <LineSources note={note} sources={sources} />
        )}
      </Fragment>
    )),
  };
}

function bracketText({ over, up_to }: TaxStep): string {
  if (up_to === null) return `Over ${formatWholeAud(over)}`;
  return `${formatWholeAud(over)} to ${formatWholeAud(up_to)}`;
}

const rateText = ({ base, rate_percent }: TaxStep) =>
  base > 0 ? `${formatWholeAud(base)} + ${rate_percent}%` : `${rate_percent}%`;
