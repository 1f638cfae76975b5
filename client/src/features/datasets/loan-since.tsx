import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#parts/format.ts';
import { plainNumber } from '#parts/typed-numbers.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput, Select } from '#ui/input.tsx';
import { Panel } from '#ui/panel.tsx';
import { cashRate } from './cash-rate.ts';
import { dataset } from './datasets.queries.ts';
import { loanSinceAddress } from './loan-since-address.ts';
import styles from './datasets.module.css';

const termsInYears = [15, 20, 25, 30];
const usualMargin = '2.5';

/** A loan at the past cash rates. */
export function LoanSince() {
  const { data } = useQuery(dataset(cashRate));
  const [amount, setAmount] = useState('100000');
  const [margin, setMargin] = useState(usualMargin);
  const [years, setYears] = useState(30);
  const [startYear, setStartYear] = useState(1990);

  const first = Number(data?.first.slice(0, 4));
  const last = Number(data?.last.slice(0, 4));
  const amountGiven = Number(plainNumber(amount));
  const marginGiven = Number(plainNumber(margin));
  const isUsable = amountGiven > 0 && marginGiven >= 0 && marginGiven <= 10 && margin.trim() !== '';
  const address =
    data?.series && isUsable
      ? loanSinceAddress(data.series, { amount: String(amountGiven), years, margin: marginGiven, startYear })
      : null;

  return (
    <Panel title={`What would my loan have cost since ${startYear}?`}>
      <p className={styles.note}>
        The history of the cash rate plus a margin, as rate changes of a loan of yours.{' '}
        {data &&
          `The rate is known to ${formatDate(data.last)}; for later payments the last known one holds. No forecast.`}
      </p>
      <div className={styles.form}>
        <Field label="Amount">
          {(control) => (
            <NumberInput {...control} value={amount} onChange={({ target }) => setAmount(target.value)} />
          )}
        </Field>
        <Field
          label="Margin over the cash rate (%)"
          error={isUsable || amountGiven <= 0 ? undefined : 'Must be from 0 to 10.'}
        >
          {(control) => (
            <NumberInput {...control} value={margin} onChange={({ target }) => setMargin(target.value)} />
          )}
        </Field>
        <Field label="Term">
          {(control) => (
            <Select {...control} value={years} onChange={({ target }) => setYears(Number(target.value))}>
              {termsInYears.map((term) => (
                <option key={term} value={term}>
                  {term} years
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Drawn in February of">
          {(control) => (
            <Select
              {...control}
              value={startYear}
              onChange={({ target }) => setStartYear(Number(target.value))}
            >
              {Array.from({ length: Math.max(1, last - first + 1) || 1 }, (_, index) => (
                <option key={index} value={1990 + index}>
                  {1990 + index}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {address ? (
        <Button variant="primary" to={address}>
          Open in the workshop
        </Button>
      ) : (
        <Button variant="primary" aria-disabled>
          Open in the workshop
        </Button>
      )}
    </Panel>
  );
}
