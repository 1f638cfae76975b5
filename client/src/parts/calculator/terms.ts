import { queryOf } from './address.ts';

/** `name` is the API's. */
export interface TermsField<Name extends string = string> {
  name: Name;
  label: string;
  hint: string;
  /** Optional fields may be empty. */
  initial: string;
  isOptional?: boolean;
  /** In dollars. */
  isAmount?: boolean;
  /** Typed text to the API's. */
  read?: (typed: string) => string;
  /** The API's text to the form's. */
  show?: (read: string) => string;
  /** How the form understood the input, if that differs from it. */
  echo?: (read: string) => string | undefined;
  /** Value and label. */
  choices?: readonly (readonly [string, string])[];
  /** A box, whose value is `true` or empty. */
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

function map<Name extends string>(
  { fields }: TermsDefinition<Name>,
  value: (field: TermsField<Name>) => string,
): Terms<Name> {
  return Object.fromEntries(fields.map((field) => [field.name, value(field)])) as Terms<Name>;
}

export const initialTerms = <Name extends string>(definition: TermsDefinition<Name>) =>
  map(definition, ({ initial }) => initial);

export const shownTerms = <Name extends string>(definition: TermsDefinition<Name>, terms: Terms<Name>) =>
  map(definition, ({ name, show }) => show?.(terms[name]) ?? terms[name]);

export function readTerms<Name extends string>(
  definition: TermsDefinition<Name>,
  typed: Partial<Record<string, string>>,
): Terms<Name> {
  return map(definition, ({ name, read = (text) => text.trim() }) => read(typed[name] ?? ''));
}

/** Without empty optional terms. */
export function presentTerms<Name extends string>(
  { fields }: TermsDefinition<Name>,
  terms: Terms<Name>,
): Partial<Terms<Name>> {
  const present = fields.filter(({ name, isOptional }) => terms[name] !== '' || !isOptional);
  return Object.fromEntries(present.map(({ name }) => [name, terms[name]])) as Partial<Terms<Name>>;
}

/** The terms in a URL, not validated; null if there are none. */
export function termsOf<Name extends string>(
  definition: TermsDefinition<Name>,
  search: URLSearchParams,
): Terms<Name> | null {
  const { fields, query } = definition;
  if (!fields.some(({ name }) => search.has(query[name]))) return null;
  return map(definition, (field) => {
    const { name, initial, isOptional } = field;
    const value = search.get(query[name])?.trim();
    if (value === undefined) return isOptional ? '' : initial;
    return isUnknownChoice(field, value) ? initial : value;
  });
}

/** Parts of a URL that are not understood, such as `per=daily`. Other sites may add parameters to a query. */
export function unreadParts<Name extends string>(
  { fields, query, isPrivate }: TermsDefinition<Name>,
  search: URLSearchParams,
): string[] {
  const unread = [...search].filter(([name, value]) => {
    const field = fields.find((one) => query[one.name] === name);
    return field ? isUnknownChoice(field, value.trim()) : isPrivate;
  });
  return unread.map(([name, value]) => `${name}=${value}`);
}

/** The choices of an optional field may depend on another field. */
function isUnknownChoice({ choices, isBox, isOptional }: TermsField, value: string): boolean {
  if (isBox) return value !== 'true' && value !== '';
  return choices !== undefined && !isOptional && choices.every(([choice]) => choice !== value);
}

export const searchOf = <Name extends string>({ query }: TermsDefinition<Name>, terms: Terms<Name>): string =>
  queryOf<Record<string, string>>(query, terms);
