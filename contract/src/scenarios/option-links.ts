/** Writes and reads the options of a scenario as the parameters of a URL. */
import { isDay } from 'contract/days.ts';
import { vintageNamePattern } from 'contract/datasets/datasets.constants.ts';
import { initialOf, setAt } from './empty-scenario.ts';
import type { OptionField, ScenarioInputs } from './option-types.ts';
import { scenarioOptions } from './scenario-options.ts';
import { isPlainNumber, readAmount, readMonths, readRate, type Reading } from 'contract/typed-numbers.ts';
import { joinFields, listOf, type Pair, type Request } from 'contract/calculations/url-pairs.ts';

/** @param scenario the options of a request or of a form, before validation. Defaults are left out. */
export const optionPairs = (scenario: Request): Pair[] =>
  scenarioOptions.flatMap(({ parameter, list, fields }) => {
    const entries = list ? listOf(scenario[list.name]) : [scenario];
    const values = entries.map((entry) =>
      joinFields(
        entry,
        fields.map(({ path }) => path),
      ),
    );
    return values
      .filter((value) => value !== '' && value !== initialOf(fields[0]!))
      .map((value): Pair => [parameter, value]);
  });

/** The form says why it refuses a text. */
const isRead = ({ value, refusal }: Reading) => refusal !== undefined || isPlainNumber(value);

/** Whether the form reads the text, as if it were typed. The schema of the request validates the values. */
export function isReadable(
  { kind, choices = {} }: Pick<OptionField, 'kind' | 'choices'>,
  text: string,
): boolean {
  switch (kind) {
    case 'amount':
      return isRead(readAmount(text));
    case 'rate':
      return isRead(readRate(text));
    case 'payments':
    case 'period':
      return isRead(readMonths(text, 'months'));
    case 'choice':
      return Object.hasOwn(choices, text);
    case 'date':
      return isDay(text);
    case 'vintage':
      return vintageNamePattern.test(text);
  }
}

/** Stores the value of a parameter in the options; false if the parameter or its value is not understood. */
export function readOption(options: ScenarioInputs, parameter: string, value: string): boolean {
  const option = scenarioOptions.find((each) => each.parameter === parameter);
  if (!option || value === '') return false;
  const { fields, list } = option;
  const texts = value.split(':');
  const isUnderstood = texts.every((text, index) => {
    const field = fields[index];
    return field !== undefined && (text === '' || isReadable(field, text));
  });
  if (!isUnderstood || (list && options[list.name].length >= list.max)) return false;
  const target = list ? {} : options;
  for (const [index, { path }] of fields.entries()) setAt(target, path, texts[index] ?? '');
  if (list) (options[list.name] as object[]).push(target);
  return true;
}
