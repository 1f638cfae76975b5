import { reportIntervals, reportLimits, reportTimeZones } from 'contract/reports/reports.ts';
import { inWords } from '#parts/format/format.ts';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { optionsOf } from '#ui/controls/input.tsx';
import type { ReportRequest } from './reports.queries.ts';

const limits = { min: reportLimits.earliestDate, max: reportLimits.latestDate };

interface RangeFormProps {
  request: ReportRequest;
  /** The error of the current request. */
  error: Error | null;
  isBusy: boolean;
  onShow: (request: ReportRequest) => void;
}

export function RangeForm({ request, error, isBusy, onShow }: RangeFormProps) {
  const form = useApiForm({
    values: request,
    replacesEdits: true,
    schema: async () => (await import('contract/reports/reports.ts')).ReportBody,
    queryError: error,
    onSubmit: onShow,
  });
  return (
    <Form form={form} className="fields [--field-width:12.5rem] print:hidden" label="Range" failure={null}>
      <TextField form={form} name="from" label="From" type="date" {...limits} />
      <TextField form={form} name="to" label="To" type="date" {...limits} />
      <SelectField
        form={form}
        name="interval"
        label="Interval"
        options={reportIntervals.map((interval) => [interval, inWords(interval)])}
      />
      <SelectField form={form} name="time_zone" label="Time zone" options={optionsOf(reportTimeZones)} />
      <div className="field">
        <SubmitButton form={form} loading={isBusy}>
          Show
        </SubmitButton>
      </div>
    </Form>
  );
}
