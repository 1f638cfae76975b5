import { useFormContext } from 'react-hook-form';
import { compoundingTexts, paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import { optionContents } from '#parts/calculator/scenario/option-contents.ts';
import { AmountField, ChoiceField, NumberField } from '#parts/calculator/scenario/option-field.tsx';
import { basisTexts, dayCountTexts, optionTexts } from '#parts/calculator/scenario/option-texts.ts';
import { paymentsOf, type ScenarioInputs } from '#parts/calculator/scenario/scenario-inputs.ts';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { fieldGridClasses } from './field-grid.ts';
import { useSwitchFields } from './switch-fields.ts';
import type { SwitchInputs } from './switch-inputs.ts';

const rows = [
  { title: 'Extra repayments', content: optionContents.extra, paths: ['extra_payments'] },
  { title: 'Offset account and fees', content: optionContents.offset, paths: ['offset', 'fees'] },
  { title: 'Lump sums', content: optionContents.lump, paths: ['lump_sums'] },
  { title: 'Rate changes', content: optionContents.rates, paths: ['rate_changes'] },
  {
    title: 'Dates and compounding',
    content: ({ compounding_frequency, ...options }: SwitchInputs) =>
      [
        optionContents.dates(options),
        compounding_frequency === 'monthly' ? '' : `compounded ${compounding_frequency}`,
        // The frequency has a field of its own.
        optionContents.payments({ ...options, payment_frequency: 'monthly' }),
      ]
        .filter(Boolean)
        .join(', '),
    paths: [
      'start_date',
      'day_count',
      'compounding_frequency',
      'payment_basis',
      'interest_only_periods',
      'residual_amount',
    ],
  },
] as const;

/** What is owed today, and its options in closed rows. */
export function TodayFields({ typed }: { typed: SwitchInputs }) {
  const { errorOf, number, months, text, choice } = useSwitchFields();
  const form = useFormContext<ScenarioInputs>();
  const { errors } = useFormContext<SwitchInputs>().formState;
  const payments = paymentsOf({ loan: typed, options: typed });
  const list = { form, errorOf, payments };
  const contents = [
    <EntryList key="extra" name="extra_payments" {...list} />,
    <div key="offset" className={fieldGridClasses}>
      <AmountField
        {...optionTexts.balance}
        {...number('offset.balance')}
        error={errorOf('offset.balance') ?? errorOf('offset')}
      />
      <AmountField {...optionTexts.deposit_per_period} {...number('offset.deposit_per_period')} />
      <AmountField {...optionTexts.upfront} {...number('fees.upfront')} />
      <AmountField {...optionTexts.per_period} {...number('fees.per_period')} />
    </div>,
    <EntryList key="lump" name="lump_sums" {...list} />,
    <EntryList key="rates" name="rate_changes" {...list} />,
    <div key="dates" className={fieldGridClasses}>
      <Field
        label="Start Date"
        hint="The day of the change; it gives every payment its date."
        error={errorOf('start_date')}
      >
        {(control) => <TextInput {...control} {...choice('start_date').register} type="date" />}
      </Field>
      <ChoiceField {...optionTexts.day_count} {...choice('day_count')} texts={dayCountTexts} />
      <ChoiceField
        label="Compounding Frequency"
        hint="How often interest is added."
        {...choice('compounding_frequency')}
        texts={compoundingTexts}
      />
      <ChoiceField {...optionTexts.payment_basis} {...choice('payment_basis')} texts={basisTexts} />
      <NumberField {...optionTexts.interest_only_periods} {...text('interest_only_periods')} />
      <AmountField {...optionTexts.residual_amount} {...number('residual_amount')} />
    </div>,
  ];
  return (
    <Panel title="Today">
      <fieldset className="flex flex-col gap-4" aria-label="Today">
        <div className={fieldGridClasses}>
          <AmountField label="Amount Owed" hint="Australian dollars" {...number('total_loan_amount')} />
          <NumberField
            label="Months Left"
            hint="2 to 600 months, or for example 25 years"
            {...months('duration_months')}
          />
          <NumberField label="Rate (%)" hint="0.01% to 30% a year" {...number('annual_interest_rate')} />
          <ChoiceField
            label="Payments"
            hint="How often you pay"
            {...choice('payment_frequency')}
            texts={paymentTexts}
          />
        </div>
        <div>
          {rows.map(({ title, content, paths }, index) => (
            <OptionRow
              key={title}
              group="today"
              title={title}
              content={content(typed)}
              isRefused={paths.some((path) => errors[path])}
            >
              {contents[index]}
            </OptionRow>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}
