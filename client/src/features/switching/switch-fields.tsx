import { offerName, switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, useFieldArray, useFormContext } from 'react-hook-form';
import { compoundingTexts, paymentTexts } from 'contract/scenarios/frequency-texts.ts';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import { optionContent } from '#parts/calculator/scenario/option-contents.ts';
import { rowFields } from '#parts/calculator/scenario/option-fields.ts';
import type { ListName } from 'contract/scenarios/option-types.ts';
import { paymentsOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { TermsGroup } from '#parts/calculator/terms-group.tsx';
import type { PanelField } from '#parts/calculator/terms-fields.tsx';
import { meaningOf } from '#parts/glossary/glossary.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { offerDetails } from './offer-texts.ts';
import { emptyOffer, type OfferInputs, type SwitchInputs } from './switch-inputs.ts';

type SwitchField = PanelField<SwitchInputs>;
type Kind = Omit<SwitchField, 'name' | 'label' | 'hint'>;

const choice = (texts: Readonly<Record<string, string>>): Kind => ({ choices: Object.entries(texts) });
const optional: Kind = { isOptional: true };

const field = (
  name: FieldPath<SwitchInputs>,
  label: string,
  hint: SwitchField['hint'],
  kind: Kind = {},
): SwitchField => ({ name, label, hint, ...kind });

const todayFields = [
  field('total_loan_amount', 'Amount Owed', 'Australian dollars'),
  field('duration_months', 'Months Left', '2 to 600 months, or for example 25 years'),
  field('annual_interest_rate', 'Rate (%)', '0.01% to 30% a year'),
  field('payment_frequency', 'Payments', 'How often you pay', choice(paymentTexts)),
];

const [startDate, dayCount] = rowFields('dates');
const [, ...repaymentFields] = rowFields('payments');
const dateAndPaymentFields: SwitchField[] = [
  { ...startDate!, hint: 'The day of the change; it gives every payment its date.' },
  dayCount!,
  field(
    'compounding_frequency',
    'Compounding Frequency',
    'How often interest is added.',
    choice(compoundingTexts),
  ),
  ...repaymentFields,
];

function dateTexts({ compounding_frequency, ...options }: SwitchInputs): string {
  const texts = [
    optionContent('dates', options),
    compounding_frequency === 'monthly' ? '' : `compounded ${compounding_frequency}`,
    // The frequency has a field of its own.
    optionContent('payments', { ...options, payment_frequency: 'monthly' }),
  ];
  return texts.filter(Boolean).join(', ');
}

/** What is owed today, and its options in closed rows. */
export function TodayFields({ inputs }: { inputs: SwitchInputs }) {
  const list = (title: string, content: string, name: ListName) => ({
    title,
    content,
    paths: [name],
    children: <EntryList name={name} payments={paymentsOf({ loan: inputs, options: inputs })} />,
  });
  return (
    <TermsGroup
      title="Today"
      fields={todayFields}
      rows={[
        list('Extra repayments', optionContent('extra', inputs), 'extra_payments'),
        {
          title: 'Offset account and fees',
          content: optionContent('offset', inputs),
          fields: rowFields('offset'),
        },
        list('Lump sums', optionContent('lump', inputs), 'lump_sums'),
        list('Rate changes', optionContent('rates', inputs), 'rate_changes'),
        { title: 'Dates and compounding', content: dateTexts(inputs), fields: dateAndPaymentFields },
      ]}
    />
  );
}

interface OfferFieldsProps {
  index: number;
  inputs: OfferInputs;
  /** Undefined if there is only one offer. */
  remove: (() => void) | undefined;
}

function OfferFields({ index, inputs, remove }: OfferFieldsProps) {
  const { register } = useFormContext<SwitchInputs>();
  const title = offerName(index);
  const path = <Field extends string>(name: Field) => `offers.${index}.${name}` as const;
  const fixedFields = (part: '' | 'split.', of: string) => [
    field(path(`${part}fixed_periods`), `${of}Fixed For`, fixedHint, optional),
    field(path(`${part}revert_rate`), `${of}Then (%)`, meaningOf('revert rate'), optional),
  ];
  return (
    <TermsGroup
      title={title}
      aside={
        remove && (
          <Button variant="ghost" aria-label={`Remove ${title}`} onClick={remove}>
            Remove
          </Button>
        )
      }
      fields={[
        field(path('annual_interest_rate'), 'Rate (%)', '0.01% to 30% a year'),
        field(path('duration_months'), 'Months', monthsHint, optional),
        field(path('switching_costs'), 'Costs of Switching', costsHint, optional),
        field(path('cashback'), 'Cashback', 'Received on the day', optional),
      ]}
      rows={[
        {
          title: 'Fees, fixed period and split',
          content: offerDetails(inputs),
          fields: [
            field(path('fees.upfront'), 'Upfront Fee', 'Paid once', optional),
            field(path('fees.per_period'), 'Fee per Payment', 'Paid with every payment', optional),
            field(path('fees.per_year'), 'Fee per Year', 'Paid with the last payment of each year', optional),
            ...fixedFields('', ''),
            field(path('split.amount'), 'Split: Amount', splitHint, optional),
            field(path('split.annual_interest_rate'), 'Split: Rate (%)', splitRateHint, optional),
            ...fixedFields('split.', 'Split: '),
            field(path('name'), 'Name', `Leave empty for ${title}`, { ...optional, type: 'text' }),
          ],
          children: (
            <Checkbox
              label="Keep the offset account"
              hint="The balance of today's account also reduces interest on this loan"
              {...register(path('offset'))}
            />
          ),
        },
      ]}
    />
  );
}

const monthsHint = 'Leave empty for the months left on your loan today';
const costsHint = 'Discharge, break cost and registration, paid on the day';
const fixedHint = 'Number of payments at this rate, or for example 3 years';
const splitHint = 'The part of the amount owed that becomes a second loan';
const splitRateHint = 'The annual rate of this part';

/** The fields of all offers, and the button that adds one. */
export function OfferList({ inputs }: { inputs: SwitchInputs }) {
  const { control } = useFormContext<SwitchInputs>();
  const { fields, append, remove } = useFieldArray({ control, name: 'offers' });
  const add = useRef<HTMLButtonElement>(null);
  const [changeText, setChangeText] = useState('');

  function addOffer() {
    append(emptyOffer, { focusName: `offers.${fields.length}.annual_interest_rate` });
    setChangeText(`${offerName(fields.length)} added.`);
  }

  function removeOffer(index: number) {
    // The pressed button disappears, and the button that adds an offer may come back.
    flushSync(() => remove(index));
    add.current?.focus();
    setChangeText(`${offerName(index)} removed.`);
  }

  return (
    <>
      {fields.map(({ id }, index) => (
        <OfferFields
          key={id}
          index={index}
          inputs={inputs.offers[index] ?? emptyOffer}
          remove={fields.length > 1 ? () => removeOffer(index) : undefined}
        />
      ))}
      <VisuallyHidden>
        <output>{changeText}</output>
      </VisuallyHidden>
      {fields.length < switchingLimits.offers && (
        <Button ref={add} className="self-start" onClick={addOffer}>
          Add an offer
        </Button>
      )}
    </>
  );
}
