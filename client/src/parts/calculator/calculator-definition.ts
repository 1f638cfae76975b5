import type { DefaultValues, FieldErrors, FieldPath, FieldValues, Resolver } from 'react-hook-form';
import type { CalculatorOutput, Compute } from './use-calculation.ts';
import type { UrlParts } from './use-terms-url.ts';

/** The definition of one calculator. `Inputs` are the form's values as typed, `Terms` the values that they represent. */
export interface CalculatorDefinition<Inputs extends FieldValues, Terms, Result> {
  initial: () => Inputs & DefaultValues<Inputs>;
  /** The inputs after Clear Form, by default the initial ones. */
  cleared?: (inputs: Inputs) => Inputs & DefaultValues<Inputs>;
  firstField: FieldPath<Inputs>;
  /** The terms of links for which the form has no field. */
  hiddenFields?: readonly HiddenField<Inputs>[];
  resolver: Resolver<Inputs>;
  termsOf: (inputs: Inputs) => Terms;
  /** The inputs in a URL, not validated; null without inputs. */
  read: (url: UrlParts) => LinkInputs<Inputs> | null;
  /** The URL that makes the calculator compute the terms. Equal terms have equal URLs. */
  urlOf: (terms: Terms) => string;
  /**
   * Identifies terms that do not belong in a URL, such as files. They are computed only when the user presses the button,
   * and the result has no link.
   */
  keyOf?: (terms: Terms) => string;
  /** Loads the calculation on the device, with its engine and schemas. No first paint waits for them. */
  load: () => Promise<Compute<Terms, Result>>;
  /** Computes what the Calculate button requests, if the server does that. */
  submit?: Compute<Terms, Result>;
  /** The form's path of a refused field. */
  fieldOf: (wirePath: string, inputs: Inputs) => FieldPath<Inputs>;
}

export interface HiddenField<Inputs extends FieldValues> {
  name: FieldPath<Inputs>;
  label: string;
}

interface LinkInputs<Inputs extends FieldValues> {
  inputs: Inputs & DefaultValues<Inputs>;
  /** The parts that were not understood. */
  unrecognized: string[];
  /** The field that the link leaves to the user, without which nothing can be calculated. */
  openField?: FieldPath<Inputs> | undefined;
}

/** The inputs with their result, of an earlier visit or before Clear Form, or with their errors. */
export interface CalculatorState<Inputs extends FieldValues, Terms, Result> {
  inputs: Inputs & DefaultValues<Inputs>;
  output: CalculatorOutput<Terms, Result> | undefined;
  errors?: FieldErrors<Inputs> | undefined;
}
