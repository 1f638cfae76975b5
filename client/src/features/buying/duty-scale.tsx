import type { Band } from 'contract/buying/buying-rules.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatShortAud, formatShortRate, formatWholeAud } from '#parts/format/format.ts';

interface DutyScaleProps {
  bands: readonly Band[];
  /** The value above which the band of the price starts. */
  current: number | undefined;
}

/** The whole scale; the band of the price is marked. */
export const DutyScale = ({ bands, current }: DutyScaleProps) => (
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
