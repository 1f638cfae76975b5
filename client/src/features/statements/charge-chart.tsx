import { niceTicks } from 'contract/charts/axis.ts';
import { svgNode } from 'contract/charts/plot-svg.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react';
import { ChartSvg } from '#parts/chart/chart-svg.tsx';
import { elementsOf, screenColor } from '#parts/chart/plot.tsx';
import { formatAmount, formatNumber, withMinus } from 'contract/formats.ts';
import { formatAud, formatDate, formatMonth } from '#parts/format/format.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { cx } from '#ui/cx.ts';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { mayBeRight } from 'engine/statements/supported-result.ts';
import { openCharge } from './open-charge.ts';
import { statusText } from './status-texts.ts';

/** Of more charges, the last ones are drawn at first. */
const mostColumns = 24;
/** Below this, columns have no room for values with cents, and above the other no room for months. */
const [widestScreen, mostCents] = [1279, 14];
/** Smaller values have room for cents. */
const leastWhole = 100;
/** Of more columns, only some are named by their months. */
const mostMonths = 14;

type View = 'last' | 'all';

function move(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + (step ?? 0)];
  if (!step || !next) return;
  event.preventDefault();
  next.focus();
}

/** What was charged less what is expected, for each charge. The table below has every figure. */
export function ChargeChart({ result: { rows } }: { result: StatementResult }) {
  const isNarrow = useNarrowForText(widestScreen);
  const [view, setView] = useState<View>(() =>
    rows.slice(0, -mostColumns).some((charge) => valueOf(charge)) ? 'all' : 'last',
  );
  const charges = view === 'all' ? rows : rows.slice(-mostColumns);
  const [focused, setFocused] = useState(0);
  const first = Math.min(focused, charges.length - 1);
  const Drawing = isNarrow ? Lines : Columns;

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-muted">dollars, for each of {charges.length} charges</p>
        {rows.length > mostColumns && (
          <Segmented<View>
            label="Charges of the chart"
            options={[
              ['last', `Last ${mostColumns}`],
              ['all', `All ${rows.length}`],
            ]}
            value={view}
            onChange={setView}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between its buttons. */}
      <div onKeyDown={move}>
        <Drawing charges={charges} first={first} focus={setFocused} />
      </div>
    </>
  );
}

interface DrawingProps {
  charges: readonly Charge[];
  /** The index of the charge at which the keyboard enters the chart. */
  first: number;
  focus: (index: number) => void;
}

/** Null where the charge is not checked. */
const valueOf = (charge: Charge) =>
  charge.status === 'not_checked' && !mayBeRight(charge) ? null : (charge.difference ?? 0);
const colorOf = (value: number | null) => ((value ?? 0) > 0 ? 'warn' : 'text');
const toneOf = (value: number | null, charge: Charge) =>
  value && !mayBeRight(charge) ? (value > 0 ? 'text-warn' : 'text-strong') : 'text-muted';
const valueText = (value: number) => withMinus(formatAmount(value));

/** The values at both ends, with zero between them. */
function rangeOf(charges: readonly Charge[]) {
  const values = charges.map((charge) => valueOf(charge) ?? 0);
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return {
    values,
    shareOf: (value: number) => `${high === low ? 100 : (100 * (value - low)) / (high - low)}%`,
  };
}

interface ChargeCellProps extends Omit<DrawingProps, 'charges'> {
  charge: Charge;
  index: number;
  className?: string;
  children: ReactNode;
}

/** The drawing of a charge, behind the button that opens it. */
function ChargeCell({ charge, index, first, focus, className, children }: ChargeCellProps) {
  const value = valueOf(charge);
  const what = value
    ? mayBeRight(charge)
      ? `${formatAud(Math.abs(value))} ${value > 0 ? 'more' : 'less'}. ${statusText(charge)}`
      : `${formatAud(Math.abs(value))} ${value > 0 ? 'too much' : 'too little'}`
    : statusText(charge);
  return (
    <div className={cx('relative min-w-0', className)}>
      {children}
      <button
        type="button"
        className="absolute inset-0"
        tabIndex={index === first ? 0 : -1}
        aria-label={`${formatDate(charge.date)}: ${what}`}
        onFocus={() => focus(index)}
        onClick={() => openCharge(charge)}
      />
    </div>
  );
}

/** A charge that is not checked is no charge that is right. */
const Ring = ({ className, style }: { className?: string; style?: CSSProperties }) => (
  <span className={cx('absolute size-3 rounded-full border border-muted', className)} style={style} />
);

function Columns({ charges, ...props }: DrawingProps) {
  const { values, shareOf } = rangeOf(charges);
  const [over, under] = [1, -1].map((side) =>
    values.map((value, index) => (value * side > 0 && !mayBeRight(charges[index]!) ? value : null)),
  );
  const hollow = values.map((value, index) => (value && mayBeRight(charges[index]!) ? value : null));
  const isFlat = values.every((value) => value === 0);
  return (
    <ChartSvg
      className={isFlat ? 'h-[4.5rem] pb-7' : 'h-[16rem] pb-7'}
      figures={{
        kind: 'bar',
        unit: 'number',
        labels: charges.map(() => ''),
        series: [
          { name: 'Charged minus expected', color: 'warn', values: over!, endLabel: [] },
          { name: 'Charged minus expected', color: 'text', values: under!, endLabel: [] },
          { name: 'May be right', color: 'text', values: hollow, endLabel: [], isDashed: true },
        ],
      }}
    >
      <div
        className="absolute inset-0 grid"
        style={{
          gridTemplateColumns: `repeat(${charges.length}, minmax(0, 1fr))`,
          // As between the bars behind.
          columnGap: `${200 / (10 * charges.length - 2)}%`,
        }}
      >
        {charges.map((charge, index) => {
          const value = valueOf(charge);
          const zero = { bottom: shareOf(0) };
          return (
            <ChargeCell key={charge.row} {...{ charge, index, ...props }}>
              {value === null && <Ring className="left-1/2 -translate-x-1/2 translate-y-1/2" style={zero} />}
              {value === 0 && (
                <span
                  className="absolute inset-x-0 translate-y-1/2 border-t-[3px] border-muted"
                  style={zero}
                />
              )}
              {!!value && (
                <span
                  className={cx(
                    'absolute left-1/2 -translate-x-1/2 font-semibold tabular-nums',
                    value < 0 && 'translate-y-full',
                    toneOf(value, charge),
                  )}
                  style={{ bottom: shareOf(value) }}
                >
                  {charges.length > mostCents && Math.abs(value) >= leastWhole
                    ? withMinus(formatNumber(Math.round(value)))
                    : valueText(value)}
                </span>
              )}
              <MonthLabel charges={charges} index={index} />
            </ChargeCell>
          );
        })}
      </div>
    </ChartSvg>
  );
}

/** With its year where that is another than before. Many columns have room for years alone. */
function MonthLabel({ charges, index }: { charges: readonly Charge[]; index: number }) {
  const [month = '', year] = formatMonth(charges[index]!.date).split(' ');
  const isYearNext = index === 0 && charges.length > mostMonths && year !== charges[1]?.date.slice(0, 4);
  const isNewYear = year !== charges[index - 1]?.date.slice(0, 4) && !isYearNext;
  const isMonth = charges.length <= mostColumns && index % Math.ceil(charges.length / mostMonths) === 0;
  return (
    <span className="absolute top-full left-1/2 -translate-x-1/2 pt-1 leading-[1.3] text-muted">
      {isMonth && month}
      {charges.length <= mostColumns && isNewYear && <br />}
      {isNewYear && year}
    </span>
  );
}

/** The columns on their side. */
function Lines({ charges, ...props }: DrawingProps) {
  const { shareOf } = rangeOf(charges);
  return (
    <div className="flex flex-col text-xs tabular-nums">
      {charges.map((charge, index) => {
        const value = valueOf(charge);
        const [from, to] = [shareOf(Math.min(value ?? 0, 0)), shareOf(Math.max(value ?? 0, 0))];
        const width = `${Number.parseFloat(to) - Number.parseFloat(from)}%`;
        return (
          <ChargeCell
            key={charge.row}
            className="grid min-h-target grid-cols-[9ch_minmax(0,1fr)_9ch] items-center gap-3"
            {...{ charge, index, ...props }}
          >
            <span className="text-left text-muted">{formatMonth(charge.date)}</span>
            <span className="relative h-[1rem]">
              {value === null ? (
                <Ring className="top-1/2 -translate-x-1/2 -translate-y-1/2" style={{ left: shareOf(0) }} />
              ) : (
                elementsOf([
                  svgNode(
                    'svg',
                    { class: 'absolute inset-0 size-full overflow-visible', 'aria-hidden': 'true' },
                    [
                      svgNode('rect', {
                        x: from,
                        width,
                        height: '100%',
                        ...(mayBeRight(charge)
                          ? { fill: 'none', stroke: screenColor('text'), 'stroke-dasharray': '3 2' }
                          : { fill: screenColor(colorOf(value)) }),
                      }),
                      svgNode('line', {
                        x1: shareOf(0),
                        x2: shareOf(0),
                        y2: '100%',
                        stroke: screenColor('control'),
                      }),
                    ],
                  ),
                ])
              )}
            </span>
            <span className={cx('text-right', toneOf(value, charge))}>
              {value === null ? '–' : valueText(value)}
            </span>
          </ChargeCell>
        );
      })}
    </div>
  );
}
