import { lazy, Suspense, useState } from 'react';
import type { LoanCalculator } from '../use-loan-calculator.ts';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { UnrecognizedLinkParts } from '#parts/calculator/unrecognized-link-parts.tsx';
import { emptyEntries } from '#parts/calculator/scenario/scenario-inputs.ts';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import {
  optionContents,
  type OptionRowName,
  optionRows,
} from '#parts/calculator/scenario/option-contents.ts';
import type { ScenarioState } from './use-scenario-state.ts';

const OptionFields = lazy(async () => ({ default: (await import('./option-fields.tsx')).OptionFields }));

interface ScenarioOptionsProps {
  calculator: LoanCalculator;
  scenario: ScenarioState;
}

/** The options of the loan: closed rows, whose fields are loaded when the first is opened. */
export function ScenarioOptions({ calculator, scenario }: ScenarioOptionsProps) {
  const { form, options, isOpen, open, reset, refusals, isRefused, unrecognized } = scenario;

  const [openedRow, setOpenedRow] = useState<OptionRowName>();

  function openRow(name: OptionRowName) {
    open();
    setOpenedRow(name);
    // An empty entry is ready to be filled in.
    const { extra_payments, lump_sums, rate_changes } = emptyEntries;
    if (name === 'extra' && options.extra_payments.length === 0)
      form.setValue('extra_payments', [extra_payments]);
    if (name === 'lump' && options.lump_sums.length === 0) form.setValue('lump_sums', [lump_sums]);
    if (name === 'rates' && options.rate_changes.length === 0) form.setValue('rate_changes', [rate_changes]);
  }

  return (
    <Panel
      title="WHAT IF"
      aside={
        // No taller than the title, so that the pressed row stays where it is.
        isOpen && (
          <Button variant="ghost" className="min-h-target py-0" onClick={reset}>
            Reset Options
          </Button>
        )
      }
    >
      <UnrecognizedLinkParts parts={unrecognized} />
      <div>
        {optionRows.map(({ name, title, fields }) => (
          <OptionRow
            key={name}
            group="what-if"
            title={title}
            content={optionContents[name](options)}
            isRefused={fields.some((field) =>
              Object.keys(refusals).some((path) => path === field || path.startsWith(`${field}.`)),
            )}
            onOpen={() => openRow(name)}
          >
            {/* Rows without fields request calculations, so they are rendered only while they are open. */}
            {isOpen && (fields.length > 0 || openedRow === name) && (
              <Suspense fallback={<Spinner />}>
                <OptionFields name={name} calculator={calculator} scenario={scenario} />
              </Suspense>
            )}
          </OptionRow>
        ))}
      </div>
      <LiveRegion>
        {isRefused && (
          <p className="mt-4 text-warn">
            Some options cannot be used. The reasons are beside their fields. The result is for the previous
            terms.
          </p>
        )}
      </LiveRegion>
    </Panel>
  );
}
