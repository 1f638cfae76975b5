import { queryOf } from './calculator-url.ts';

/** A field of a calculator, named as in the API. */
export interface TermsField<Name extends string = string> {
  name: Name;
  label: string;
  hint: string;
  /** The initial value; only optional fields may be empty. */
  initial: string;
  isOptional?: boolean;
  /** The field is an amount in dollars. */
  isAmount?: boolean;
  /** Converts typed text to the API's value. */
  read?: (typed: string) => string;
  /** Converts the API's value to the text in the form. */
  show?: (read: string) => string;
  /** How the form interprets the input, if that differs from the typed text. */
  echo?: (read: string) => string | undefined;
  /** The value and the label of each choice. */
  choices?: readonly (readonly [string, string])[];
  /** The field is a checkbox, whose value is `true` or empty. */
  isBox?: boolean;
  isDisabled?: boolean;
}

/** A calculator's fields in the order of its form, with their query parameters. */
export interface TermsDefinition<Name extends string = string> {
  fields: readonly TermsField<Name>[];
  query: Readonly<Record<Name, string>>;
  /** The terms are in the URL's fragment, which no server receives. */
  isPrivate?: boolean;
}

export type Terms<Name extends string> = Record<Name, string>;

function mapFields<Name extends string>(
  { fields }: TermsDefinition<Name>,
  value: (field: TermsField<Name>) => string,
): Terms<Name> {
  return Object.fromEntries(fields.map((field) => [field.name, value(field)])) as Terms<Name>;
}

export const initialTerms = <Name extends string>(definition: TermsDefinition<Name>) =>
  mapFields(definition, ({ initial }) => initial);

export const formTerms = <Name extends string>(definition: TermsDefinition<Name>, terms: Terms<Name>) =>
  mapFields(definition, ({ name, show }) => show?.(terms[name]) ?? terms[name]);

export function readTerms<Name extends string>(
  definition: TermsDefinition<Name>,
  typed: Partial<Record<string, string>>,
): Terms<Name> {
  return mapFields(definition, ({ name, read = (text) => text.trim() }) => read(typed[name] ?? ''));
}

/** The terms without empty optional ones. */
export function filledTerms<Name extends string>(
  { fields }: TermsDefinition<Name>,
  terms: Terms<Name>,
): Partial<Terms<Name>> {
  const filled = fields.filter(({ name, isOptional }) => terms[name] !== '' || !isOptional);
  return Object.fromEntries(filled.map(({ name }) => [name, terms[name]])) as Partial<Terms<Name>>;
}

/** The terms in a URL, not validated; null if there are none. */
export function termsOf<Name extends string>(
  definition: TermsDefinition<Name>,
  search: URLSearchParams,
): Terms<Name> | null {
  const { fields, query } = definition;
  if (!fields.some(({ name }) => search.has(query[name]))) return null;
  return mapFields(definition, (field) => {
    const { name, initial, isOptional } = field;
    const value = search.get(query[name])?.trim();
    if (value === undefined) return isOptional ? '' : initial;
    return isUnknownChoice(field, value) ? initial : value;
  });
}

/** Parts of a URL that are not understood, such as `per=daily`. Other sites may add parameters to a query. */
export function unrecognizedParts<Name extends string>(
  { fields, query, isPrivate }: TermsDefinition<Name>,
  search: URLSearchParams,
): string[] {
  const unrecognized = [...search].filter(([name, value]) => {
    const field = fields.find((one) => query[one.name] === name);
    return field ? isUnknownChoice(field, value.trim()) : isPrivate;
  });
  return unrecognized.map(([name, value]) => `${name}=${value}`);
}

/** The choices of an optional field may depend on another field. */
function isUnknownChoice({ choices, isBox, isOptional }: TermsField, value: string): boolean {
  if (isBox) return value !== 'true' && value !== '';
  return choices !== undefined && !isOptional && choices.every(([choice]) => choice !== value);
}

export const searchOf = <Name extends string>({ query }: TermsDefinition<Name>, terms: Terms<Name>): string =>
  queryOf<Record<string, string>>(query, terms);
