/** The options as text while none is in use. */
import type { OptionField, ScenarioInputs } from './option-types.ts';
import { scenarioOptions } from './scenario-options.ts';

export const initialOf = ({ initial = '', choices }: OptionField): string =>
  choices ? Object.keys(choices)[0]! : initial;

/** Stores a value at a path such as `fees.per_year`. */
export function setAt(values: object, path: string, value: unknown): void {
  const [name = '', nested] = path.split('.');
  if (nested === undefined) Object.assign(values, { [name]: value });
  else
    Object.assign(values, {
      [name]: { ...(Reflect.get(values, name) as object | undefined), [nested]: value },
    });
}

export function textAt(options: object, path: string): string {
  const [name = '', nested] = path.split('.');
  const value: unknown = Reflect.get(options, name);
  return String(nested === undefined ? value : Reflect.get(value as object, nested));
}

function emptyOptions(): ScenarioInputs {
  const empty = {};
  for (const { list, fields } of scenarioOptions) {
    if (list) setAt(empty, list.name, []);
    else for (const field of fields) setAt(empty, field.path, initialOf(field));
  }
  return empty as ScenarioInputs;
}

export const emptyScenario = emptyOptions();
