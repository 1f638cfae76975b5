import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { scenarioOptions } from 'contract/scenarios/scenario-options.ts';
import { formatAud, formatDate, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { completeOptions } from './scenario-inputs.ts';

/** The rows of the scenario form in their order. Those without options calculate with the others. */
const rowTitles = {
  extra: 'Extra repayments',
  offset: 'Offset account and fees',
  rates: 'Rate changes',
  byDate: 'Paid Off by a Date',
  lump: 'Lump sums',
  stress: 'If Rates Move',
  payments: 'Payments',
  dates: 'Dates and assumptions',
} as const;

export type OptionRowName = keyof typeof rowTitles;

export const optionsOf = (row: OptionRowName) => scenarioOptions.filter((option) => option.row === row);

/** `fields` are the top-level names of the row's fields. */
export const optionRows = (Object.keys(rowTitles) as OptionRowName[]).map((name) => ({
  name,
  title: rowTitles[name],
  fields: optionsOf(name).flatMap(({ list, fields }) =>
    list ? [list.name] : fields.map(({ path }) => path.split('.')[0] as keyof ScenarioInputs),
  ),
}));

const rate = (percent: string) => formatShortRate(Number(percent));
const short = { aud: (amount: string) => formatShortAud(Number(amount)), rate, date: formatDate };
const exact = { ...short, aud: (amount: string) => formatAud(Number(amount)) };

const isText = (text: string | false): text is string => Boolean(text);

/** The text that summarizes the values of a closed row; empty if the row has no values. */
export function optionContent(row: OptionRowName, options: ScenarioInputs): string {
  const complete = completeOptions(options);
  return optionsOf(row)
    .map(({ list, summary }) => {
      const texts = (summary?.(complete, short) ?? []).filter(isText);
      return list && texts.length > 1 ? `${texts[0]}, and ${texts.length - 1} more` : texts.join(', ');
    })
    .filter(isText)
    .join(', ');
}

/** One sentence per option, for print and the comparison. */
export function optionSentences(options: ScenarioInputs): string[] {
  const complete = completeOptions(options);
  return scenarioOptions.flatMap(({ sentences }) => sentences?.(complete, exact) ?? []).filter(isText);
}
