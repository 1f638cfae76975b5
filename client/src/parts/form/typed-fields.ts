import { periodCount, paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import { messages } from 'contract/texts.ts';
import {
  isPlainNumber,
  readAmount,
  readMonths,
  readPayments,
  readRate,
  type Reading,
} from 'contract/typed-numbers.ts';

type Kind = 'amount' | 'rate' | 'months' | 'payments';

/** The names of the API's fields whose text is read as a number, besides the options of a scenario, by how it is read. */
const names: Readonly<Record<Kind, readonly string[]>> = {
  amount: [
    'amount',
    'balance',
    'cashback',
    'closing_balance',
    'current_amount',
    'deposit_per_month',
    'extra_payment',
    'fee_per_period',
    'income',
    'living_costs',
    'opening_balance',
    'owed',
    'payment_per_period',
    'price',
    'repayment',
    'salary_sacrifice',
    'savings',
    'switching_costs',
    'target_amount',
    'total_loan_amount',
    'voluntary',
  ],
  rate: ['annual_interest_rate', 'income_growth', 'inflation_rate', 'revert_rate'],
  months: ['duration_months'],
  payments: ['fixed_periods'],
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

const kinds = new Map(
  Object.entries(names).flatMap(([kind, fields]) => fields.map((field) => [field, kind as Kind] as const)),
);

/** Adds the fields of screens that the first load does not contain. Other kinds of fields are not read as numbers. */
export function addFields(fields: readonly { path: string; kind: string }[]): void {
  for (const { path, kind } of fields) {
    if (Object.hasOwn(names, kind)) kinds.set(nameOf(path), kind as Kind);
  }
}

/** The kind of a field by its path, such as `offers.0.cashback`; undefined for fields that are not read. */
export const kindOf = (path: string): Kind | undefined => kinds.get(nameOf(path));

/** The amounts of which a percentage in another field can be a part. */
const wholes = ['total_loan_amount', 'income', 'payment_per_period', 'target_amount'];

/** The text of a field of the same form, by its name in the API. */
type TextOf = (name: string) => unknown;

/** Reads the text of a field. The text of a field that is not read is trimmed. */
export function readField(path: string, text: string, textOf: TextOf): Reading {
  switch (kindOf(path)) {
    case 'amount':
      return readAmount(text, wholeOf(path, textOf));
    case 'rate':
      return readRate(text);
    case 'months':
      return readMonths(text, 'months');
    case 'payments':
      return readPayments(text, (months) => periodCount(months, frequencyOf(textOf('payment_frequency'))));
    default:
      return { value: text.trim() };
  }
}

const frequencyOf = (text: unknown) => paymentFrequencies.find((each) => each === text) ?? 'monthly';

function wholeOf(path: string, textOf: TextOf): number {
  const whole = wholes.map((name) => (path.endsWith(name) ? '' : textOf(name))).find(Boolean);
  return typeof whole === 'string' ? Number(readAmount(whole).value || Number.NaN) : Number.NaN;
}

type Mapped = (path: string, text: string) => string;

/** A copy of nested values in which the texts are mapped. */
function mapTexts<Values>(values: Values, map: Mapped, path = ''): Values {
  if (typeof values === 'string') return map(path, values) as Values;
  if (typeof values !== 'object' || values === null) return values;
  if (Array.isArray(values)) {
    return values.map((value: unknown, index) => mapTexts(value, map, `${path}.${index}`)) as Values;
  }
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    mapTexts<unknown>(value, map, path ? `${path}.${name}` : name),
  ]);
  return Object.fromEntries(entries) as Values;
}

const textOfForm =
  (values: object): TextOf =>
  (name) =>
    Reflect.get(values, name) as unknown;

/** The values of the API that the texts of a form mean. Text that is not understood is unchanged. */
export const readValues = <Values extends object>(values: Values): Values =>
  mapTexts(values, (path, text) => readField(path, text, textOfForm(values)).value);

/** The same, without the texts that are not understood, for texts that contain the values. */
export const understoodValues = <Values extends object>(values: Values): Values =>
  mapTexts(values, (path, text) =>
    refusalOf(path, text, values) ? '' : readField(path, text, textOfForm(values)).value,
  );

/** Values that the API has stored, as text for a form: there `500.000` is 500. A link is read as if it were typed. */
export const storedValues = <Values extends object>(values: Values): Values =>
  mapTexts(values, (path, text) =>
    kindOf(path) === 'amount' ? text.replace(/^(\d+\.\d\d)0+$/, '$1') : text,
  );

/** Why the text of a field is not understood; undefined if it is. */
export function refusalOf(path: string, text: unknown, values: object): string | undefined {
  if (typeof text !== 'string' || text.trim() === '' || !kindOf(path)) return undefined;
  const { value, refusal } = readField(path, text, textOfForm(values));
  return refusal ?? (isPlainNumber(value) ? undefined : messages.notANumber);
}

/** The paths of the fields whose text is not understood. */
export function misunderstoodPaths(values: object): string[] {
  const paths: string[] = [];
  mapTexts(values, (path, text) => {
    if (refusalOf(path, text, values)) paths.push(path);
    return text;
  });
  return paths;
}

/** The field that a link leaves to the user. With a term that is not understood, the form says so and asks for both. */
export const openFieldOf = <Field>(inputs: object, field: Field | undefined): Field | undefined =>
  misunderstoodPaths(inputs).length === 0 ? field : undefined;
