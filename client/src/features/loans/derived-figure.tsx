import { Declassify } from '#parts/calculator/declassify/declassify.tsx';
import type { DeclassifiedLabel } from '#parts/calculator/declassify/loan-steps.ts';
import type { FigureEntry } from '#parts/calculator/figures.tsx';
import type { CurrentLoan } from './current-loan.ts';

const remarks = [
  'Your browser computed this to 120 digits and got the same result as the server.',
  'These steps are those of the plain loan. The options of WHAT IF change this figure.',
] as const;

/** A figure of a loan that, when pressed, shows its derivation. */
export const derivedFigure = (
  loan: CurrentLoan,
  label: DeclassifiedLabel,
  figure: string,
  remark?: string,
): FigureEntry => [
  label,
  <Declassify
    key={label}
    label={label}
    figure={figure}
    derive={async () => {
      const { declassify } = await import('#parts/calculator/declassify/loan-steps.ts');
      return declassify(label, loan.terms, loan.result, loan);
    }}
    remarks={remarks}
  />,
  remark,
];
