import { reportIntervals, reportTimeZones } from 'contract/reports.constants.ts';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from 'contract/errors.ts';
import { useTyped } from '#parts/form/use-typed.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { optionsOf, Select, TextInput } from '#ui/input.tsx';
import { intervalOf, timeZoneOf } from './report-range.ts';
import type { ReportRequest } from './reports.queries.ts';
import styles from './reports-screen.module.css';

interface RangeFormProps {
  request: ReportRequest;
  /** Of the current request, by field. */
  errors: FieldErrors;
  isBusy: boolean;
  onShow: (request: ReportRequest) => void;
}

export function RangeForm({ request, errors, isBusy, onShow }: RangeFormProps) {
  const [typed, setTyped] = useTyped(request);
  const set = (change: Partial<ReportRequest>) => setTyped({ ...typed, ...change });
  const errorOf = (field: keyof ReportRequest) => errors[field]?.join(' ');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onShow(typed);
  }

  return (
    <form className={styles.range} onSubmit={submit} noValidate aria-label="Range">
      <Field label="From" error={errorOf('from')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={typed.from}
            onChange={({ target }) => set({ from: target.value })}
          />
        )}
      </Field>
      <Field label="To" error={errorOf('to')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={typed.to}
            onChange={({ target }) => set({ to: target.value })}
          />
        )}
      </Field>
      <Field label="Interval" error={errorOf('interval')}>
        {(control) => (
          <Select
            {...control}
            value={typed.interval}
            onChange={({ target }) => set({ interval: intervalOf(target.value) })}
            options={optionsOf(reportIntervals)}
          />
        )}
      </Field>
      <Field label="Time zone" error={errorOf('time_zone')}>
        {(control) => (
          <Select
            {...control}
            value={typed.time_zone}
            onChange={({ target }) => set({ time_zone: timeZoneOf(target.value) })}
            options={optionsOf(reportTimeZones)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className={styles.show} loading={isBusy}>
        Show
      </Button>
    </form>
  );
}
