import { periodText } from 'contract/datasets/dataset-values.ts';
import type { Dataset, DatasetPoint } from 'contract/datasets/datasets.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { fullWriter } from './dataset-values.tsx';

const rows = 4;

/** The last figures with their changes, the latest first. */
export function LastFigures({ facts, series }: { facts: Dataset; series: readonly DatasetPoint[] }) {
  const last = series.slice(-rows).toReversed();
  const write = fullWriter(
    series.map(({ value }) => value),
    facts.decimals,
  );
  if (last.length < 2) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-md">{facts.frequency === 'on change' ? 'Last decisions' : 'Last figures'}</h3>
      <Table caption={`The last figures, ${facts.unit}`}>
        <FigureHead row="Date" figures={['Value', 'Change']} />
        <FigureRows
          rows={last.map(({ date, value }) => {
            const before = series[series.findIndex((point) => point.date === date) - 1];
            return [periodText(facts.frequency, date), write(value), changeOf(write, value, before?.value)];
          })}
        />
      </Table>
    </section>
  );
}

function changeOf(write: (value: number) => string, value: number, before: number | undefined): string {
  if (before === undefined) return '–';
  const change = value - before;
  if (change === 0) return '0';
  return `${change > 0 ? '+' : '−'}${write(Math.abs(change))}`;
}
