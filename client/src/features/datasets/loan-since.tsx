import { useQuery } from '@tanstack/react-query';
import { datasetAge } from 'contract/datasets/dataset-age.ts';
import type { Dataset } from 'contract/datasets/datasets.ts';
import { useState } from 'react';
import { AmountInput } from '#parts/calculator/amount-input.tsx';
import { useIsStatic, useToday } from '#parts/page/today.ts';
import { readAmount, readRate } from 'contract/typed-numbers.ts';
import { Button } from '#ui/controls/button.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, optionsOf } from '#ui/controls/input.tsx';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { UnitInput } from '#ui/controls/unit-input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { type CashRate, cashRate } from './datasets.queries.ts';
import { scenarioFragmentStart } from 'contract/calculations/link-names.ts';
import { textOfPairs } from 'contract/calculations/url-pairs.ts';
import { optionPairs } from 'contract/scenarios/option-links.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { cashRateRates } from '#parts/calculator/scenario/cash-rate.ts';

const termsInYears = [15, 20, 25, 30];
const defaultMargin = '2.5';
const maxMargin = 10;

/** A loan at the past cash rates. */
export function LoanSince() {
  const { data, error, refetch } = useQuery(cashRate);
  const today = useToday();
  const isStatic = useIsStatic();
  const [amount, setAmount] = useState('100,000');
  const [margin, setMargin] = useState(defaultMargin);
  const [years, setYears] = useState(30);
  const [startYear, setStartYear] = useState(1990);

  const amountReading = readAmount(amount);
  const marginReading = readRate(margin);
  const parsedAmount = Number(amountReading.refusal ? Number.NaN : amountReading.value);
  const parsedMargin = Number((!marginReading.refusal && marginReading.value) || Number.NaN);
  const isAmount = parsedAmount > 0;
  const isMargin = parsedMargin >= 0 && parsedMargin <= maxMargin;
  const url =
    data && isAmount && isMargin
      ? loanSinceUrl(data, { amount: String(parsedAmount), years, margin: parsedMargin, startYear })
      : null;

  return (
    <Panel title={<span className="text-md">What would my loan have cost since {startYear}?</span>}>
      <div className="flex flex-col gap-3">
        <p className="text-xs text-muted">
          Your loan at the cash rate plus a margin.{' '}
          {data &&
            `${datasetAge(data, today).text}: later payments use the last known rate. This is not a forecast.`}
        </p>
        <div className="fields gap-x-3 gap-y-2 [--field-width:9.5rem]">
          <Field
            label="Amount"
            error={isAmount ? undefined : (amountReading.refusal ?? 'Must be more than 0.')}
          >
            {(control) => (
              <UnitInput
                control={
                  <AmountInput
                    {...control}
                    value={amount}
                    onChange={({ target }) => setAmount(target.value)}
                  />
                }
                unit={<span>AUD</span>}
              />
            )}
          </Field>
          <Field
            label="Margin (%)"
            error={isMargin ? undefined : (marginReading.refusal ?? `Must be from 0 to ${maxMargin}.`)}
          >
            {(control) => (
              <UnitInput
                control={
                  <NumberInput
                    {...control}
                    value={margin}
                    onChange={({ target }) => setMargin(target.value)}
                  />
                }
                unit={<span>%</span>}
              />
            )}
          </Field>
          <LabelledSelect
            label="Term"
            value={years}
            onChange={({ target }) => setYears(Number(target.value))}
            options={termsInYears.map((term) => [term, `${term} years`])}
          />
          <LabelledSelect
            label="Drawn in February"
            value={startYear}
            onChange={({ target }) => setStartYear(Number(target.value))}
            // Without scripts, the other years would only weigh.
            options={optionsOf(data && !isStatic ? yearsOf(data) : [startYear])}
          />
        </div>
        {error ? (
          <Failure title="The cash rate could not be loaded" error={error} retry={refetch} />
        ) : (
          <div className="grid">
            <Button variant="primary" className="w-full" {...(url ? { to: url } : { 'aria-disabled': true })}>
              Open in the loan calculator
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function yearsOf({ first, last }: Pick<Dataset, 'first' | 'last'>): number[] {
  const start = Number(first.slice(0, 4));
  return Array.from({ length: Number(last.slice(0, 4)) - start + 1 }, (_, index) => start + index);
}

interface LoanTerms {
  amount: string;
  years: number;
  /** In percent above the cash rate. */
  margin: number;
  /** The loan is drawn in February of this year. */
  startYear: number;
}

/** The calculator's URL of a variable loan that followed the cash rate. Null if the series begins later. */
export function loanSinceUrl(
  { series, vintage }: Pick<CashRate, 'series' | 'vintage'>,
  terms: LoanTerms,
): string | null {
  if (!series) return null;
  const months = 12 * terms.years;
  const startDate = `${terms.startYear}-02-01`;
  const rates = cashRateRates(series, { startDate, months, margin: terms.margin });
  if (!rates) return null;
  const rateChanges = [...rates.byPeriod].map(([period, rate]) => ({ period, annual_interest_rate: rate }));
  const options = optionPairs({ rate_changes: rateChanges, start_date: startDate, rates_from: vintage });
  const url = calculatorUrl('loan', {
    total_loan_amount: terms.amount,
    duration_months: String(months),
    annual_interest_rate: rates.first,
    compounding_frequency: 'monthly',
  });
  return `${url}${scenarioFragmentStart}&${textOfPairs(options)}`;
}
