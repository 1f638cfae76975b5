import { Declassify } from '#parts/calculator/declassify/declassify.tsx';
import type { SwitchColumn, SwitchStep } from './switch-steps.ts';

const remarks = [
  'Your browser computed this again from the rows of the loans and got the same result.',
  'These steps are those of a level payment over the whole term. A split, a fixed period, an extra payment or keeping today’s payment changes this figure.',
] as const;

interface SwitchFigureProps {
  label: string;
  figure: string;
  step: SwitchStep | undefined;
  column: SwitchColumn;
}

/** A figure of the comparison that, when pressed, shows its derivation, if it has steps. */
export function SwitchFigure({ label, figure, step, column }: SwitchFigureProps) {
  // Such as `never`, which is no figure.
  if (step === undefined || !/\d/.test(figure)) return figure;
  const { loan } = column.priced;
  return (
    <Declassify
      label={`${label}, ${'difference' in loan ? loan.name : 'today'}`}
      figure={figure}
      derive={async () => (await import('./switch-steps.ts')).deriveSwitch(step, column)}
      remarks={remarks}
    />
  );
}
