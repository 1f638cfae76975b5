/** The types of the table of scenario options. */
import type { LoanRequest } from 'contract/loans/loans.ts';
import type { Scenario } from './scenario-fields.ts';

/** The type of the texts from which a value is read. */
type Texts<Value> = Value extends undefined
  ? never
  : Value extends number
    ? string
    : Value extends string
      ? string extends Value
        ? string
        : Value
      : { [Name in keyof Value]: Texts<Value[Name]> };

/** The options as text, as forms and links have them. Empty ones are not sent. */
export interface ScenarioInputs extends Texts<Omit<Scenario, keyof LoanRequest>> {
  /** `every` is a key of `extrasPerYear`; if it is empty, the amount is that of a payment. */
  extra_payments: (Texts<Scenario['extra_payments'][number]> & { every: string })[];
  /** In percent a year; used on the page only. */
  inflation_rate: string;
  /** The vintage of the cash rate that the rates follow; empty for other rates. */
  rates_from: string;
}

/** The options that can be repeated. */
export type ListName = 'extra_payments' | 'lump_sums' | 'rate_changes';

/** Formats the texts of fields. */
export interface OptionFormats {
  aud: (amount: string) => string;
  rate: (percent: string) => string;
  date: (day: string) => string;
}

type OptionTexts = (options: ScenarioInputs, formats: OptionFormats) => readonly (string | false)[];

/** How the text of a field is read. `payments` is a number of payments, which may be entered as a duration. */
type OptionKind = 'amount' | 'rate' | 'payments' | 'period' | 'date' | 'choice' | 'vintage';

export interface OptionField {
  /** The path in the request, or in an entry of a list. */
  path: string;
  kind: OptionKind;
  label: string;
  hint?: string;
  /** The glossary term whose meaning precedes the hint. */
  term?: string;
  /** The values of a choice, with their labels. The first is the default. */
  choices?: Readonly<Record<string, string>>;
  initial?: string;
  /** Sent in place of an empty text while another field of the option has one. */
  ifEmpty?: string;
  /** Whether an entry is sent only with this field. */
  isRequired?: boolean;
  /** The path of the field inside whose control this one is, as its unit. It is not sent. */
  unitOf?: string;
}

/** The rows of the form to which options belong. */
type OptionRowName = 'extra' | 'lump' | 'rates' | 'offset' | 'payments' | 'dates';

export interface ScenarioOption {
  /** The name of the URL's parameter, whose value has the fields in order, joined by colons. */
  parameter: string;
  /** Each entry has a parameter of its own. */
  list?: { name: ListName; label: string; hint?: string; term?: string; addLabel: string; max: number };
  fields: readonly OptionField[];
  /** Not sent with a calculation. */
  isLocal?: boolean;
  /** Undefined for an option that no row of the form contains. */
  row?: OptionRowName;
  /** The short texts of a closed row of the form. */
  summary?: OptionTexts;
  /** Sentences for print and comparisons. */
  sentences?: OptionTexts;
}
