import { queryOf } from './address.ts';

/** A field of a calculator's form; its name is the API's. */
export interface TermsField<Name extends string = string> {
  name: Name;
  label: string;
  hint: string;
  /** What stands in the field at first; an optional field may be left empty. */
  initial: string;
  isOptional?: boolean;
  /** In dollars. */
  isAmount?: boolean;
  /** The text that the API takes for what was typed. */
  read?: (typed: string) => string;
  /** How the form shows a text that the API takes. */
  show?: (read: string) => string;
  /** What the form understood, where that differs from what was typed. */
  echo?: (read: string) => string | undefined;
  choices?: readonly { value: string; label: string }[];
}

/** A calculator's fields, in the order of its form, and what they are called in its address. */
export interface TermsDefinition<Name extends string = string> {
  fields: readonly TermsField<Name>[];
  query: Readonly<Record<Name, string>>;
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

/** Terms as the form shows them. */
export const shownTerms = <Name extends string>(definition: TermsDefinition<Name>, terms: Terms<Name>) =>
  map(definition, ({ name, show }) => show?.(terms[name]) ?? terms[name]);

/** What was typed, as the API takes it. */
export function readTerms<Name extends string>(
  definition: TermsDefinition<Name>,
  typed: Partial<Record<string, string>>,
): Terms<Name> {
  return map(definition, ({ name, read = (text) => text.trim() }) => read(typed[name] ?? ''));
}

/** The terms without the optional ones that were left empty. */
export function presentTerms<Name extends string>(
  { fields }: TermsDefinition<Name>,
  terms: Terms<Name>,
): Partial<Terms<Name>> {
  const present = fields.filter(({ name, isOptional }) => terms[name] !== '' || !isOptional);
  return Object.fromEntries(present.map(({ name }) => [name, terms[name]])) as Partial<Terms<Name>>;
}

/** The terms that an address holds, unchecked; null when it holds none. */
export function termsOf<Name extends string>(
  definition: TermsDefinition<Name>,
  search: URLSearchParams,
): Terms<Name> | null {
  const { fields, query } = definition;
  if (!fields.some(({ name }) => search.has(query[name]))) return null;
  return map(definition, ({ name, initial, isOptional }) =>
    (search.get(query[name]) ?? (isOptional ? '' : initial)).trim(),
  );
}

export const searchOf = <Name extends string>({ query }: TermsDefinition<Name>, terms: Terms<Name>): string =>
  queryOf<Record<string, string>>(query, terms);
