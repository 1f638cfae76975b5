import type { FigureEntry } from '#parts/calculator/figures.tsx';
import type { CurrentLoan } from '../current-loan.ts';
import { Declassify } from './declassify.tsx';

/** A figure of a loan that, when pressed, shows its derivation. */
export function derivedFigure(
  { result, terms, frequency, basis }: CurrentLoan,
  label: string,
  figure: string,
  remark?: string,
): FigureEntry {
  const plan = { frequency, basis };
  return [
    label,
    <Declassify key={label} label={label} figure={figure} result={result} terms={terms} plan={plan} />,
    remark,
  ];
}
