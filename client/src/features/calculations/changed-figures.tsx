import { useQuery } from '@tanstack/react-query';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatLongDateInCapitals } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { computedCalculation, useAcceptCalculation } from './calculations.queries.ts';
import { fieldText, figureText } from './change-texts.ts';

/** The saved figures that the current method computes differently, until the user accepts the new ones. */
export function ChangedFigures({ calculation }: { calculation: Calculation }) {
  const { name, method, calculated_on: on, shared_by: sharer } = calculation;
  const { data } = useQuery(computedCalculation(calculation));
  const { mutate: accept, isPending } = useAcceptCalculation(calculation);
  const changes = data?.changes ?? [];
  if (changes.length === 0) return null;

  const figures = changes.length === 1 ? '1 FIGURE' : `${changes.length} FIGURES`;
  return (
    <div className="col-span-full">
      <Alert tone="info" title={`${figures} CHANGED SINCE METHOD ${method}, ${formatLongDateInCapitals(on)}`}>
        <FigureTable
          caption={`The saved figures of ${name} and today’s figures`}
          row="Figure"
          labels={['From', 'To']}
          rows={changes.map(({ field, before, after }) => ({
            head: fieldText(field),
            figures: [before, after].map((figure) => figureText(field, figure)),
          }))}
        />
        {!sharer && (
          <div>
            <Button loading={isPending} onClick={() => accept()}>
              ACCEPT NEW FIGURES <VisuallyHidden>of {name}</VisuallyHidden>
            </Button>
          </div>
        )}
      </Alert>
    </div>
  );
}
