import { savedUrl } from '#parts/calculator/saved/saved-url.ts';
import { Button } from '#ui/controls/button.tsx';
import type { Calculation } from './answer.ts';

const labels: Partial<Record<Calculation['kind'], string>> = {
  loan: 'Open in the loan calculator',
  scenario: 'Open in WHAT IF',
  savings: 'Open in the savings calculator',
  switch: 'Open in Stay or switch',
  take_home_pay: 'Open in Take-home pay',
};

/** The calculator with the figures of the question. Nothing for a calculator that this version does not have. */
export function CalculationLink({ calculation: { kind, input } }: { calculation: Calculation }) {
  const label = labels[kind];
  if (label === undefined) return null;
  return (
    <Button to={savedUrl({ id: '', kind, input, rates_from: null })} className="self-start">
      {label}
    </Button>
  );
}
