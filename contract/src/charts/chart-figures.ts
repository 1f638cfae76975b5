import {
  decimalFormat,
  formatAud,
  formatDate,
  formatMonth,
  numberFormat,
  withMinus,
} from 'contract/formats.ts';
import type { ColorToken } from 'contract/colors.ts';

export interface ChartSeries {
  name: string;
  color: ColorToken;
  isDashed?: boolean;
  isDotted?: boolean;
  /** The line is horizontal until the next value instead of sloping towards it. */
  isStepped?: boolean;
  /** One per label; null breaks the line. */
  values: readonly (number | null)[];
  /** Whether each value is marked with a point. */
  hasPoints?: boolean;
  /** Texts beside rings around notable values. */
  notes?: readonly { index: number; text: string }[];
  /** The lines of text at the end of the line, instead of a legend. Without any, what is beside the chart names it. */
  endLabel?: readonly string[];
  /** Whether that text stands in the plot, for a line that ends before the others. Only the SVG does so. */
  isNamedInside?: boolean;
  /** Whether the area down to zero is filled faintly. */
  isFilled?: boolean;
}

/** What a chart displays, whoever draws it. */
export interface ChartFigures {
  kind: 'bar' | 'line';
  /** Percentages are fractions from 0 to 1. */
  unit: 'AUD' | 'percent' | 'number';
  labels: readonly string[];
  /** If set, only every n-th label from the first can be on the axis. */
  labelEvery?: number | undefined;
  /** Whether a label is where its bar begins, such as an hour. Only the SVG does so. */
  isLabelledAtStarts?: boolean | undefined;
  /** Whether the labels are dates that begin with a year: then the axis has round years. */
  hasYears?: boolean | undefined;
  /** The label as a text of its own; by default dates are written as people read them. */
  labelText?: ((index: number) => string) | undefined;
  series: readonly ChartSeries[];
  /** The index of the label that a vertical line marks. */
  markedIndex?: number | undefined;
}

const compact = { notation: 'compact' } as const;
const compactNumber = numberFormat({ ...compact, maximumFractionDigits: 2 });
const compactAud = numberFormat({
  ...compact,
  style: 'currency',
  currency: 'AUD',
  // Engines differ in what they assume.
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});
const fullNumber = decimalFormat(0, 4);
const formatPercent = (value: number) => `${Math.round(value * 100)}%`;

/** A value on the axis. */
export const tickTexts: Record<ChartFigures['unit'], (value: number) => string> = {
  AUD: (value) => withMinus(compactAud.format(value)),
  number: (value) => withMinus(compactNumber.format(value)),
  percent: formatPercent,
};

/** A value that is read. */
export const valueTexts: Record<ChartFigures['unit'], (value: number) => string> = {
  AUD: (value) => withMinus(formatAud(value)),
  number: (value) => withMinus(fullNumber.format(value)),
  percent: formatPercent,
};

export function labelTextOf({ labels, labelText }: ChartFigures, index: number): string {
  const label = labels[index] ?? '';
  if (labelText) return labelText(index);
  if (/^\d{4}-\d{2}$/.test(label)) return formatMonth(label);
  return /^\d{4}-\d{2}-\d{2}$/.test(label) ? formatDate(label) : label;
}
