import { statementLimits } from 'contract/statements/statements.constants.ts';
import { Entries } from './entries.tsx';

const emptyRate = { from: '', annual_interest_rate: '' };

type Rates = (typeof emptyRate)[];

/** The rates of a loan, each from a day on. Needs a `Form` or a `CalculatorForm`. */
export const RateEntries = ({ name, hint }: { name: 'rates' | 'terms.rates'; hint: string }) => (
  <Entries<{ rates: Rates; terms: { rates: Rates } }, typeof name>
    name={name}
    label="Rate"
    addLabel="Add a rate"
    max={statementLimits.rates}
    hint={hint}
    empty={emptyRate}
    className="[--field-width:8.5rem]"
    fieldsOf={(index) => [
      { name: `${name}.${index}.from`, label: 'From', type: 'date' },
      { name: `${name}.${index}.annual_interest_rate`, label: 'Rate (%)' },
    ]}
  />
);
