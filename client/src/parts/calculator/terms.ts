import { contractResolver, lazySchema, type LoadSchema } from '#parts/form/contract-resolver.ts';
import { openFieldOf, readField } from '#parts/form/typed-fields.ts';
import { calculatorRoute, type CalculatorName, calculatorUrl, type FieldOf } from './calculator-url.ts';
import type { PanelField } from './terms-fields.tsx';
import type { CalculatorDefinition } from './calculator-definition.ts';

/** The text of each field as typed. */
export type TypedTerms = Record<string, string>;
/** The values of the API, as text. */
export type TermsOf<Name extends CalculatorName> = Record<FieldOf<Name>, string>;

/** A field of a calculator, named as in the API. */
export interface TermsField<Field extends string = string> extends Omit<
  PanelField<TypedTerms>,
  'name' | 'hint'
> {
  name: Field;
  hint: string;
  /** The initial value as the API takes it; only optional fields may be empty. */
  initial: string;
  /** Converts typed text to the API's value, if not as the name of the field says. */
  read?: (text: string) => string;
  /** Converts the API's value to the text in the form. */
  format?: (value: string) => string;
  /** Links may have it, but the form has no field for it. */
  isHidden?: boolean;
  /** How the form interprets the input, if that differs from the typed text. */
  interpret?: (value: string) => string | undefined;
}

interface TermsDefinition<Name extends CalculatorName, Result> {
  name: Name;
  /** In the order of the form. */
  fields: readonly TermsField<FieldOf<Name>>[];
  /** The schema of the request. */
  schema: LoadSchema;
  requestOf: (terms: TermsOf<Name>) => object;
  /** The field of a refused path of the request, if it has another name. */
  fieldOf?: (path: string, inputs: TypedTerms) => string;
  /** Loads the calculation on the device. */
  load: () => Promise<(request: object, terms: TermsOf<Name>) => Result>;
}

const trimmed = (text: string) => text.trim();

/** A calculator whose fields are the parameters of its URL. */
export function termsCalculator<Name extends CalculatorName, Result>({
  name: calculator,
  fields,
  schema,
  requestOf,
  fieldOf = (path) => path,
  load,
}: TermsDefinition<Name, Result>): CalculatorDefinition<TypedTerms, TermsOf<Name>, Result> {
  const { query } = calculatorRoute(calculator);
  const mapFields = (value: (field: TermsField) => string) =>
    Object.fromEntries(fields.map((field) => [field.name, value(field)])) as TermsOf<Name>;
  const termsOf = (inputs: TypedTerms) =>
    mapFields(({ name, read }) => {
      const text = inputs[name] ?? '';
      return read ? read(text) : readField(name, text, (other) => inputs[other]).value;
    });
  return {
    initial: () => mapFields(({ initial, format = trimmed }) => format(initial)),
    firstField: fields[0]!.name,
    hiddenFields: fields.filter(({ isHidden }) => isHidden),
    resolver: contractResolver({
      schema: lazySchema(schema),
      toBody: (input) => requestOf(termsOf(input)),
      fieldOf,
    }),
    termsOf,
    read({ search, hash }) {
      const fragment = new URLSearchParams(hash.slice(1));
      // Links of earlier versions have the terms in the query.
      const isFragment = Object.values(query).some((name = '') => fragment.has(name));
      const parameters = isFragment ? fragment : new URLSearchParams(search);
      const valueOf = ({ name }: TermsField) => parameters.get(query[name] ?? '')?.trim();
      if (fields.every((field) => valueOf(field) === undefined)) return null;
      const inputs = mapFields((field) => {
        const { initial, isOptional, format = trimmed } = field;
        const value = valueOf(field) ?? (isOptional ? '' : initial);
        return format(isUnknown(field, value) ? initial : value);
      });
      // Other sites may add parameters to a query.
      const isUnrecognized = ([name, value]: [string, string]) => {
        const field = fields.find((each) => query[each.name] === name);
        return field ? isUnknown(field, value.trim()) : isFragment;
      };
      const unrecognized = [...parameters].filter(isUnrecognized).map(([name, value]) => `${name}=${value}`);
      const isOpen = (field: TermsField) =>
        !field.isOptional && valueOf(field) === undefined && !field.initial;
      return { inputs, unrecognized, openField: openFieldOf(inputs, fields.find(isOpen)?.name) };
    },
    urlOf: (terms) => calculatorUrl(calculator, terms),
    async load() {
      const calculate = await load();
      return (terms) => calculate(requestOf(terms), terms);
    },
    fieldOf,
  };
}

function isUnknown({ choices, isBox, isOptional }: TermsField, value: string): boolean {
  if (isOptional && value === '') return false;
  return isBox ? value !== 'true' : choices !== undefined && choices.every(([choice]) => choice !== value);
}

/** The fields with hints that contain the interpretation of the inputs. */
export const panelFields = (
  fields: readonly TermsField[],
  inputs: Partial<TypedTerms>,
): PanelField<TypedTerms>[] =>
  fields.map(({ initial: _initial, read, format: _format, interpret, hint, ...field }) => {
    const interpretation = interpret?.(read?.(inputs[field.name] ?? '') ?? '');
    return {
      ...field,
      hint: interpretation ? `${hint}: ${interpretation}` : hint,
    };
  });
