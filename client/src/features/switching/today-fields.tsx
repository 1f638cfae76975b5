import { type FieldPath, useFormContext } from 'react-hook-form';
import { compoundingTexts, paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { OptionRow } from '#parts/calculator/option-row.tsx';
import { EntryList } from '#parts/calculator/scenario/entry-list.tsx';
import { optionContents } from '#parts/calculator/scenario/option-contents.ts';
import { basisTexts, dayCountTexts, optionTexts } from '#parts/calculator/scenario/option-texts.ts';
import {
  type ListName,
  paymentsOf,
  type ScenarioInputs,
} from '#parts/calculator/scenario/scenario-inputs.ts';
import { type PanelField, TermsFields } from '#parts/calculator/terms-panel.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { amount, field, fieldGridClasses, months, number, trimmed } from './field-rules.ts';
import type { SwitchInputs } from './switch-inputs.ts';

const mainFields = [
  field('total_loan_amount', 'Amount Owed', 'Australian dollars', amount),
  field('duration_months', 'Months Left', '2 to 600 months, or for example 25 years', months),
  field('annual_interest_rate', 'Rate (%)', '0.01% to 30% a year', number),
  field('payment_frequency', 'Payments', 'How often you pay', { choices: Object.entries(paymentTexts) }),
];

interface Row {
  title: string;
  content: (inputs: SwitchInputs) => string;
  /** Either entries that can be repeated, or fields. */
  list?: ListName;
  fields?: PanelField<SwitchInputs>[];
}

const rows: Row[] = [
  { title: 'Extra repayments', content: optionContents.extra, list: 'extra_payments' },
  {
    title: 'Offset account and fees',
    content: optionContents.offset,
    fields: [
      { name: 'offset.balance', ...optionTexts.balance, ...amount },
      { name: 'offset.deposit_per_period', ...optionTexts.deposit_per_period, ...amount },
      { name: 'fees.upfront', ...optionTexts.upfront, ...amount },
      { name: 'fees.per_period', ...optionTexts.per_period, ...amount },
    ],
  },
  { title: 'Lump sums', content: optionContents.lump, list: 'lump_sums' },
  { title: 'Rate changes', content: optionContents.rates, list: 'rate_changes' },
  {
    title: 'Dates and compounding',
    content: ({ compounding_frequency, ...options }) =>
      [
        optionContents.dates(options),
        compounding_frequency === 'monthly' ? '' : `compounded ${compounding_frequency}`,
        // The frequency has a field of its own.
        optionContents.payments({ ...options, payment_frequency: 'monthly' }),
      ]
        .filter(Boolean)
        .join(', '),
    fields: [
      field('start_date', 'Start Date', 'The day of the change; it gives every payment its date.', {
        type: 'date',
      }),
      { name: 'day_count', ...optionTexts.day_count, choices: Object.entries(dayCountTexts) },
      field('compounding_frequency', 'Compounding Frequency', 'How often interest is added.', {
        choices: Object.entries(compoundingTexts),
      }),
      { name: 'payment_basis', ...optionTexts.payment_basis, choices: Object.entries(basisTexts) },
      { name: 'interest_only_periods', ...optionTexts.interest_only_periods, ...trimmed },
      { name: 'residual_amount', ...optionTexts.residual_amount, ...amount },
    ],
  },
];

/** What is owed today, and its options in closed rows. */
export function TodayFields({ typed }: { typed: SwitchInputs }) {
  const form = useFormContext<SwitchInputs>();
  const scenario = useFormContext<ScenarioInputs>();
  const errorOf = (path: string) => form.getFieldState(path as FieldPath<SwitchInputs>, form.formState).error;
  const payments = paymentsOf({ loan: typed, options: typed });
  return (
    <Panel title="Today">
      <fieldset className="flex flex-col gap-4" aria-label="Today">
        <div className={fieldGridClasses}>
          <TermsFields form={form} fields={mainFields} />
        </div>
        <div>
          {rows.map(({ title, content, list, fields = [] }) => (
            <OptionRow
              key={title}
              group="today"
              title={title}
              content={content(typed)}
              isRefused={[list ?? [], ...fields.map(({ name }) => name)].flat().some(errorOf)}
            >
              {list ? (
                <EntryList
                  name={list}
                  form={scenario}
                  errorOf={(path) => errorOf(path)?.message}
                  payments={payments}
                />
              ) : (
                <div className={fieldGridClasses}>
                  <TermsFields form={form} fields={fields.map((one) => ({ ...one, isOptional: true }))} />
                </div>
              )}
            </OptionRow>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}
