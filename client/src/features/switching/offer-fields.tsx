import { offerName } from 'contract/scenarios/switching.constants.ts';
import { useFormContext } from 'react-hook-form';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { AmountField, NumberField } from '#parts/calculator/scenario/option-field.tsx';
import { meaningOf } from '#parts/glossary/glossary.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { fieldGridClasses } from './field-grid.ts';
import { offerDetails } from './offer-texts.ts';
import { useSwitchFields } from './switch-fields.ts';
import type { OfferInputs, SwitchInputs } from './switch-inputs.ts';

interface OfferFieldsProps {
  index: number;
  offer: OfferInputs;
  /** Undefined if there is only one offer. */
  remove: (() => void) | undefined;
}

const detailFields = ['name', 'fixed_periods', 'revert_rate', 'split', 'offset', 'fees'] as const;

export function OfferFields({ index, offer, remove }: OfferFieldsProps) {
  const { number, months, text } = useSwitchFields();
  const { register, formState } = useFormContext<SwitchInputs>();
  const path = <Field extends string>(field: Field) => `offers.${index}.${field}` as const;
  const title = offerName(index);
  const errors = formState.errors.offers?.[index];
  const name = text(path('name'));
  const fixedFields = (part: '' | 'split.', of: string) => (
    <>
      <NumberField
        label={`${of}Fixed For`}
        hint="Number of payments at this rate"
        {...text(path(`${part}fixed_periods`))}
      />
      <NumberField
        label={`${of}Then (%)`}
        hint={meaningOf('revert rate')}
        {...number(path(`${part}revert_rate`))}
      />
    </>
  );
  return (
    <Panel
      title={title}
      aside={
        remove && (
          <Button variant="ghost" aria-label={`Remove ${title}`} onClick={remove}>
            Remove
          </Button>
        )
      }
    >
      <fieldset className="flex flex-col gap-4" aria-label={title}>
        <div className={fieldGridClasses}>
          <NumberField
            label="Rate (%)"
            hint="0.01% to 30% a year"
            {...number(path('annual_interest_rate'))}
          />
          <NumberField
            label="Months"
            hint="Leave empty for the months left on your loan today"
            {...months(path('duration_months'))}
          />
          <AmountField
            label="Costs of Switching"
            hint="Discharge, break cost and registration, paid on the day"
            {...number(path('switching_costs'))}
          />
          <AmountField label="Cashback" hint="Received on the day" {...number(path('cashback'))} />
        </div>
        <div>
          <OptionRow
            group={title}
            title="Fees, fixed period and split"
            content={offerDetails(offer)}
            isRefused={detailFields.some((field) => errors?.[field])}
          >
            <div className={fieldGridClasses}>
              <AmountField label="Upfront Fee" hint="Paid once" {...number(path('fees.upfront'))} />
              <AmountField
                label="Fee per Payment"
                hint="Paid with every payment"
                {...number(path('fees.per_period'))}
              />
              {fixedFields('', '')}
              <AmountField
                label="Split: Amount"
                hint="The part of the amount owed that becomes a second loan"
                {...number(path('split.amount'))}
              />
              <NumberField
                label="Split: Rate (%)"
                hint="The annual rate of this part"
                {...number(path('split.annual_interest_rate'))}
              />
              {fixedFields('split.', 'Split: ')}
              <Field label="Name" hint={`Leave empty for ${title}`} error={name.error}>
                {(control) => <TextInput {...control} {...name.register} autoComplete="off" />}
              </Field>
              <Checkbox
                label="Keep the offset account"
                hint="The balance of today's account also reduces interest on this loan"
                {...register(path('offset'))}
              />
            </div>
          </OptionRow>
        </div>
      </fieldset>
    </Panel>
  );
}
