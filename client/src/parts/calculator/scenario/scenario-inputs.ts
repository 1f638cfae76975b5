import type { LoanRequest, LoanRequestInput } from 'contract/loans/loans.ts';
import type { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { emptyScenario, setAt, textAt } from 'contract/scenarios/empty-scenario.ts';
import { extraPerPayment } from 'contract/scenarios/extra-periods.ts';
import type { ListName, OptionField, ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { scenarioOptions } from 'contract/scenarios/scenario-options.ts';
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { z } from 'zod';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { addFields } from '#parts/form/typed-fields.ts';

addFields(scenarioOptions.flatMap(({ fields }) => fields));

type Entries = { [Name in ListName]: ScenarioInputs[Name][number] };

/** A new entry of each option that can be repeated. */
export const emptyEntries = Object.fromEntries(
  scenarioOptions.flatMap(({ list, fields }) =>
    list ? [[list.name, Object.fromEntries(fields.map(({ path }) => [path, '']))]] : [],
  ),
) as Entries;

/** The terms of a scenario: the loan and its options. */
export interface ScenarioTerms {
  loan: LoanRequestInput;
  options: ScenarioInputs;
}

/** The maximum number of scenarios to compare with the current one. */
export const maxComparedScenarios = 2;

const isComplete = (entry: object, fields: readonly OptionField[]) =>
  fields.every(({ path, isRequired }) => !isRequired || textAt(entry, path) !== '');

/** The options without incomplete entries. */
export function completeOptions(options: ScenarioInputs): ScenarioInputs {
  const complete = { ...options };
  for (const { list, fields } of scenarioOptions) {
    if (list) {
      const entries: readonly object[] = options[list.name];
      setAt(
        complete,
        list.name,
        entries.filter((entry) => isComplete(entry, fields)),
      );
    }
  }
  return complete;
}

type SentScenario = z.input<typeof Scenario>;
type SentOptions = Omit<SentScenario, keyof LoanRequest> & {
  [Name in ListName]: NonNullable<SentScenario[Name]>;
};

/** The request's body; incomplete entries are left out. */
export function scenarioOf({ loan, options }: ScenarioTerms) {
  const complete = completeOptions(options);
  complete.extra_payments = complete.extra_payments.map((extra) => ({
    ...extra,
    amount: extraPerPayment(extra, options.payment_frequency),
  }));
  const body = {};
  for (const { list, fields, isLocal } of scenarioOptions) {
    if (isLocal) continue;
    if (list)
      setAt(
        body,
        list.name,
        complete[list.name].map((entry) => sentFields(entry, fields)),
      );
    else Object.assign(body, sentFields(complete, fields));
  }
  return { ...loan, ...(body as SentOptions) };
}

/** Empty texts are null, and so are objects of which every text is empty. */
function sentFields(texts: object, fields: readonly OptionField[]): object {
  const sent = {};
  const isUsed = fields.some(({ path }) => textAt(texts, path) !== '');
  for (const { path, ifEmpty = null, unitOf } of fields) {
    if (unitOf) continue;
    if (isUsed) setAt(sent, path, textAt(texts, path) || ifEmpty);
    else setAt(sent, path.split('.')[0]!, null);
  }
  return sent;
}

/** The form's path of a refused field. Incomplete entries were not sent, so the indexes in the API's path differ. */
export function formPath(wirePath: string, options: ScenarioInputs): string {
  const [name, index, ...rest] = wirePath.split('.');
  const option = scenarioOptions.find(({ list }) => list?.name === name);
  if (!option?.list || index === undefined) return wirePath;
  const entries: readonly object[] = options[option.list.name];
  const sent = entries.flatMap((entry, place) => (isComplete(entry, option.fields) ? [place] : []));
  return [name, sent[Number(index)] ?? index, ...rest].join('.');
}

/** The number of regular payments; null for an invalid duration. */
export function paymentsOf({ loan, options }: ScenarioTerms): number | null {
  const months = Number(loan.duration_months);
  return Number.isInteger(months) && months > 0 ? periodCount(months, options.payment_frequency) : null;
}

/** Whether an option changes the loan. Incomplete entries do not count. */
export function hasOptions(options: ScenarioInputs): boolean {
  return bodyOf(options) !== bodyOf(emptyScenario);
}

const bodyOf = (options: ScenarioInputs) => JSON.stringify(scenarioOf({ loan: emptyInputs, options }));
