import { lazy, Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Chips } from '#parts/calculator/chips.tsx';
import { optionContent, optionRows } from '#parts/calculator/scenario/option-contents.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ListName, ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { emptyEntries } from '#parts/calculator/scenario/scenario-inputs.ts';
import { Button } from '#ui/controls/button.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { misunderstoodPaths, understoodValues } from '#parts/form/typed-fields.ts';
import { type LoanCalculator, type LoanTerms, resetState } from '../loan-terms.ts';

const OptionFields = lazy(async () => ({ default: (await import('./option-fields.tsx')).OptionFields }));

const optionNames = Object.keys(emptyScenario) as (keyof ScenarioInputs)[];
const isList = (name: string): name is ListName => Object.hasOwn(emptyEntries, name);

/** Extra repayments, offset account and fees, rate changes; More displays the others. */
const mainOptions = 3;

/** The options of the loan: chips, whose fields are loaded when the first is opened. */
export function ScenarioOptions({ calculator }: { calculator: LoanCalculator }) {
  const inputs = understoodValues(calculator.inputs);
  const misunderstood = new Set(misunderstoodPaths(calculator.inputs).map((path) => path.split('.')[0]));
  const form = useFormContext<LoanTerms>();
  const [openedOption, setOpenedOption] = useState<string>();

  function openOption(opened: string) {
    setOpenedOption(opened);
    const fields: readonly string[] = optionRows.find(({ name }) => name === opened)?.fields ?? [];
    const values = form.getValues();
    // An empty entry is ready to be filled in.
    const entries = fields
      .filter(isList)
      .filter((list) => values[list].length === 0)
      .map((list) => [list, [emptyEntries[list]]] as const);
    if (values.isScenario && entries.length === 0) return;
    // Not an edit, which would be a step in the browser's history.
    form.reset({ ...values, ...Object.fromEntries(entries), isScenario: true }, resetState);
  }

  function resetOptions() {
    for (const name of optionNames) form.setValue(name, emptyScenario[name]);
  }

  return (
    <Panel
      title="WHAT IF"
      className="border-t border-rule pt-5 noscript:hidden"
      aside={
        // No taller than the title, so that the pressed chip stays where it is.
        inputs.isScenario && (
          <Button variant="ghost" className="min-h-target py-0" onClick={resetOptions}>
            Reset Options
          </Button>
        )
      }
    >
      <Chips
        main={mainOptions}
        chips={optionRows.map(({ name, title, fields }) => ({
          name,
          title,
          content: optionContent(name, inputs),
          isRefused: fields.some(
            (field) => misunderstood.has(field) || form.getFieldState(field, form.formState).invalid,
          ),
          // Options without fields request calculations, so they are rendered only while they are open.
          children: inputs.isScenario && (fields.length > 0 || openedOption === name) && (
            <Suspense fallback={<Spinner />}>
              <OptionFields name={name} inputs={inputs} answer={calculator.output?.result.answer} />
            </Suspense>
          ),
        }))}
        onOpen={openOption}
      />
    </Panel>
  );
}
