/** The fields that all calculators have in common. */
import { z } from 'zod';
import { decimal, requiredOr } from 'contract/fields.ts';
import { loanLimits } from './loans.constants.ts';

/** An optional field: null and an absent value become the fallback. */
export function optional<Schema extends z.ZodType, const Default>(schema: Schema, fallback: Default) {
  return schema.nullish().transform((value) => value ?? fallback);
}

/** An amount in AUD, parsed to cents. */
export const amount = (min = 0, max: number = loanLimits.maxAmount) =>
  decimal({ decimals: loanLimits.amountDecimals, min, max }).brand<'Cents'>();

/** An amount in a result. */
export const aud = (description: string) => z.number().describe(`${description}, AUD.`);

/** A rate in percent a year, parsed to millionths of a percent. */
export const rate = (max: number = loanLimits.maxAnnualRatePercent) =>
  decimal({
    decimals: loanLimits.rateDecimals,
    min: loanLimits.minAnnualRatePercent,
    max,
  }).brand<'RateMillionths'>();

export const wholeNumber = (min: number, max: number) => decimal({ decimals: 0, min, max });

/** A list in a request. */
export const listOf = <Schema extends z.ZodType>(entry: Schema, max: number) => z.array(entry).max(max);

export const filledListOf = <Schema extends z.ZodType>(entry: Schema, max: number) =>
  listOf(entry, max).min(1, 'Must have at least 1 entry.');

/** A calendar day, as YYYY-MM-DD. */
export const day = () =>
  z.iso
    .date({ error: requiredOr('Must be a date, as YYYY-MM-DD.') })
    .refine((date) => date >= loanLimits.earliestDate, {
      error: `Must not be before ${loanLimits.earliestDate}.`,
      abort: true,
    })
    .refine((date) => date <= loanLimits.latestDate, {
      error: `Must not be after ${loanLimits.latestDate}.`,
      abort: true,
    });
