import { statementLimits } from 'contract/statements/statements.constants.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { NumberInput, TextInput } from '#ui/controls/input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { focusRegion } from '#ui/keep-focus.ts';

export interface RateInput {
  from: string;
  rate: string;
}

interface RateFieldsProps {
  rates: readonly RateInput[];
  setRates: (rates: readonly RateInput[]) => void;
  /** The reasons of a refusal by path, such as `rates.0.from`. */
  errors: Readonly<Record<string, readonly string[]>>;
}

/** The rates of the loan by the day from which each holds. */
export function RateFields({ rates, setRates, errors }: RateFieldsProps) {
  const change = (index: number, part: Partial<RateInput>) =>
    setRates(rates.map((rate, place) => (place === index ? { ...rate, ...part } : rate)));
  return (
    <fieldset className="flex flex-col gap-4" {...focusRegion}>
      <legend className="text-sm font-semibold tracking-wide text-muted">Your Rates</legend>
      <p className="text-xs text-dim">Leave this empty, and we find them.</p>
      {rates.map((rate, index) => {
        const name = <VisuallyHidden> of rate {index + 1}</VisuallyHidden>;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a rate is identified by its place.
          <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 max-sm:grid-cols-1">
            <Field label={<>From{name}</>} error={errors[`rates.${index}.from`]?.join(' ')}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={rate.from}
                  onChange={({ target }) => change(index, { from: target.value })}
                />
              )}
            </Field>
            <Field
              label={<>Rate (%){name}</>}
              error={errors[`rates.${index}.annual_interest_rate`]?.join(' ')}
            >
              {(control) => (
                <NumberInput
                  {...control}
                  value={rate.rate}
                  onChange={({ target }) => change(index, { rate: target.value })}
                />
              )}
            </Field>
            <Button variant="ghost" onClick={() => setRates(rates.filter((_, place) => place !== index))}>
              Remove{name}
            </Button>
          </div>
        );
      })}
      {rates.length < statementLimits.rates && (
        <div>
          <Button onClick={() => setRates([...rates, { from: '', rate: '' }])}>Add a rate</Button>
        </div>
      )}
    </fieldset>
  );
}
