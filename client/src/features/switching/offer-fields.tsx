import { offerName } from 'contract/scenarios/switching.constants.ts';
import { useFormContext } from 'react-hook-form';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { TermsFields } from '#parts/calculator/terms-panel.tsx';
import { meaningOf } from '#parts/glossary/glossary.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { amount, field, fieldGridClasses, months, number, optional, trimmed } from './field-rules.ts';
import { offerDetails } from './offer-texts.ts';
import type { OfferInputs, SwitchInputs } from './switch-inputs.ts';

interface OfferFieldsProps {
  index: number;
  offer: OfferInputs;
  /** Undefined if there is only one offer. */
  remove: (() => void) | undefined;
}

export function OfferFields({ index, offer, remove }: OfferFieldsProps) {
  const form = useFormContext<SwitchInputs>();
  const title = offerName(index);
  const path = <Field extends string>(name: Field) => `offers.${index}.${name}` as const;
  const optionalAmount = optional(amount);
  const fixedFields = (part: '' | 'split.', of: string) => [
    field(
      path(`${part}fixed_periods`),
      `${of}Fixed For`,
      'Number of payments at this rate',
      optional(trimmed),
    ),
    field(path(`${part}revert_rate`), `${of}Then (%)`, meaningOf('revert rate'), optional(number)),
  ];
  const mainFields = [
    field(path('annual_interest_rate'), 'Rate (%)', '0.01% to 30% a year', number),
    field(
      path('duration_months'),
      'Months',
      'Leave empty for the months left on your loan today',
      optional(months),
    ),
    field(
      path('switching_costs'),
      'Costs of Switching',
      'Discharge, break cost and registration, paid on the day',
      optionalAmount,
    ),
    field(path('cashback'), 'Cashback', 'Received on the day', optionalAmount),
  ];
  const detailFields = [
    field(path('fees.upfront'), 'Upfront Fee', 'Paid once', optionalAmount),
    field(path('fees.per_period'), 'Fee per Payment', 'Paid with every payment', optionalAmount),
    ...fixedFields('', ''),
    field(
      path('split.amount'),
      'Split: Amount',
      'The part of the amount owed that becomes a second loan',
      optionalAmount,
    ),
    field(
      path('split.annual_interest_rate'),
      'Split: Rate (%)',
      'The annual rate of this part',
      optional(number),
    ),
    ...fixedFields('split.', 'Split: '),
    field(path('name'), 'Name', `Leave empty for ${title}`, optional({ ...trimmed, type: 'text' })),
  ];
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
          <TermsFields form={form} fields={mainFields} />
        </div>
        <div>
          <OptionRow
            group={title}
            title="Fees, fixed period and split"
            content={offerDetails(offer)}
            isRefused={detailFields.some(({ name }) => form.getFieldState(name, form.formState).invalid)}
          >
            <div className={fieldGridClasses}>
              <TermsFields form={form} fields={detailFields} />
              <Checkbox
                label="Keep the offset account"
                hint="The balance of today's account also reduces interest on this loan"
                {...form.register(path('offset'))}
              />
            </div>
          </OptionRow>
        </div>
      </fieldset>
    </Panel>
  );
}
