import { offerName, switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, useFieldArray, useFormContext } from 'react-hook-form';
import { compoundingTexts, paymentTexts } from 'contract/scenarios/frequency-texts.ts';
import { durationHint } from '#parts/calculator/loan/duration-hint.ts';
import { optionContent } from '#parts/calculator/scenario/option-contents.ts';
import { EntryList, rowFields } from '#parts/calculator/scenario/option-fields.tsx';
import type { ListName } from 'contract/scenarios/option-types.ts';
import { paymentsOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { type PanelField, TermsFields, TermsFieldset, TermsGroup } from '#parts/calculator/terms-fields.tsx';
import { formatShortAud } from '#parts/format/format.ts';
import { meaningOf } from '#parts/glossary/glossary.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { FeeField } from './fee-field.tsx';
import { FromYourLoan } from './from-your-loan.tsx';
import { feesText, offerTerms, offerTexts } from './offer-texts.ts';
import { emptyOffer, type OfferInputs, type SwitchInputs } from './switch-inputs.ts';

type SwitchField = PanelField<SwitchInputs>;
type Kind = Omit<SwitchField, 'name' | 'label' | 'hint'>;

const choice = (texts: Readonly<Record<string, string>>): Kind => ({ choices: Object.entries(texts) });
const optional: Kind = { isOptional: true };
const aud: Kind = { unit: 'AUD' };
const rate: Kind = { unit: '% a year' };

const field = (
  name: FieldPath<SwitchInputs>,
  label: string,
  hint: SwitchField['hint'],
  kind: Kind = {},
): SwitchField => ({ name, label, hint, ...kind });

const todayFields = ({ duration_months: months }: SwitchInputs) => [
  field('total_loan_amount', 'Amount Owed', undefined, aud),
  field('duration_months', 'Months Left', durationHint(months)),
  field('annual_interest_rate', 'Rate (%)', undefined, rate),
  field('payment_frequency', 'Payments', 'How often you pay', choice(paymentTexts)),
];
const [balance, offsetDeposit, ...feeFields] = rowFields('offset');
const balanceFields: SwitchField[] = [
  { ...balance!, label: 'Offset Account', hint: 'Reduces interest', ...aud },
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

/** What is owed today, and its options. */
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
      aside={<FromYourLoan inputs={inputs} />}
      fields={todayFields(inputs)}
      options={[
        list('Extra repayments', optionContent('extra', inputs), 'extra_payments'),
        list('Lump sums', optionContent('lump', inputs), 'lump_sums'),
        list('Rate changes', optionContent('rates', inputs), 'rate_changes'),
        {
          title: 'Offset deposits',
          content: offsetDepositText(inputs),
          fields: [offsetDeposit!],
        },
        { title: 'Further fees', content: furtherFees(inputs.fees), fields: feeFields },
        { title: 'Dates and compounding', content: dateTexts(inputs), fields: dateAndPaymentFields },
      ]}
    >
      <FeeField path="fees" frequency={inputs.payment_frequency} />
      <TermsFields fields={balanceFields} />
    </TermsGroup>
  );
}

const offsetDepositText = ({ offset: { deposit_per_period: deposit } }: SwitchInputs) =>
  deposit && `${formatShortAud(Number(deposit))} more each payment`;

/** The fees, if there is more than the one that has a field of its own. */
const furtherFees = (fees: OfferInputs['fees']) =>
  Object.values(fees).filter(Boolean).length > 1 ? feesText(fees) : '';

interface OfferFieldsProps {
  index: number;
  inputs: SwitchInputs;
  /** Undefined if there is only one offer. */
  remove: (() => void) | undefined;
}

/** The first offer, and one that is added, are open; the others are one line with their terms. */
function OfferFields({ index, inputs, remove }: OfferFieldsProps) {
  const form = useFormContext<SwitchInputs>();
  const id = useId();
  const offer = inputs.offers[index] ?? emptyOffer;
  const [isOpen, setOpen] = useState(
    index === 0 || form.getValues(`offers.${index}.annual_interest_rate`) === '',
  );
  const title = offerName(index);
  const path = <Field extends string>(name: Field) => `offers.${index}.${name}` as const;
  const fixedFields = (part: '' | 'split.') => [
    field(path(`${part}fixed_periods`), `${part && 'Split: '}Fixed For`, fixedHint, optional),
    field(path(`${part}revert_rate`), `${part && 'Split: '}Then (%)`, meaningOf('revert rate'), {
      ...optional,
      ...rate,
    }),
  ];
  const texts = offerTexts(offer);
  return (
    <section className="flex flex-col gap-3 border-t border-rule pt-5" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="panel-title">{title}</h2>
        {!isOpen && (
          <p className="min-w-0 flex-[1_1_16rem] text-sm text-muted max-sm:order-last max-sm:basis-full">
            {offerTerms(offer, inputs)}
          </p>
        )}
        <div className="ms-auto flex gap-4">
          {index > 0 && (
            <Button
              variant="ghost"
              className="min-h-target py-0"
              aria-label={`Edit ${title}`}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Close' : 'Edit'}
            </Button>
          )}
          {remove && (
            <Button
              variant="ghost"
              className="min-h-target py-0"
              aria-label={`Remove ${title}`}
              onClick={remove}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <div id={id} hidden={!isOpen}>
        <TermsFieldset
          title={title}
          fields={[field(path('annual_interest_rate'), 'Rate (%)', undefined, rate)]}
          options={[
            {
              title: 'Months',
              content: texts.months,
              fields: [field(path('duration_months'), 'Months', monthsHint, optional)],
            },
            { title: 'Fixed for, then', content: texts.fixed, fields: fixedFields('') },
            {
              title: 'Split',
              content: texts.split,
              fields: [
                field(path('split.amount'), 'Split: Amount', splitHint, { ...optional, ...aud }),
                field(path('split.annual_interest_rate'), 'Split: Rate (%)', splitRateHint, {
                  ...optional,
                  ...rate,
                }),
                ...fixedFields('split.'),
              ],
            },
            {
              title: 'Offset account',
              content: offer.offset ? 'kept' : 'not kept',
              paths: [path('offset')],
              children: (
                <Checkbox
                  label="Keep the offset account"
                  hint="The balance of today's account also reduces interest on this loan"
                  {...form.register(path('offset'))}
                />
              ),
            },
            {
              title: 'Further fees',
              content: furtherFees(offer.fees),
              fields: [
                field(path('fees.upfront'), 'Upfront Fee', 'Paid once', optional),
                field(path('fees.per_period'), 'Fee per Payment', 'Paid with every payment', optional),
                field(
                  path('fees.per_year'),
                  'Fee per Year',
                  'Paid with the last payment of each year',
                  optional,
                ),
              ],
            },
            {
              title: 'Name',
              content: offer.name,
              fields: [
                field(path('name'), 'Name', `Leave empty for ${title}`, { ...optional, type: 'text' }),
              ],
            },
          ]}
        >
          <FeeField path={path('fees')} frequency={inputs.payment_frequency} />
          <TermsFields
            fields={[
              field(path('switching_costs'), 'Costs of Switching', costsHint, { ...optional, ...aud }),
              field(path('cashback'), 'Cashback', 'Received on the day', { ...optional, ...aud }),
            ]}
          />
        </TermsFieldset>
      </div>
    </section>
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
          inputs={inputs}
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
