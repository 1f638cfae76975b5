import { useQuery } from '@tanstack/react-query';
import { flagOutcomes, flagReasons } from 'contract/flags/flags.constants.ts';
import { reportIntervals, reportLimits, reportTimeZones } from 'contract/reports/reports.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { followDownload } from '#api/save-file.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { reasonText } from '#parts/flags/flag-texts.ts';
import { SelectField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { choicesInWords, formatNumber, kindInWords } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { readRange, startTexts } from './report-range.ts';
import { report, type Report, type ReportRequest } from './reports.queries.ts';
import { SeriesPanel } from './series-panel.tsx';

export default function ReportsScreen() {
  const [search, setSearch] = useSearchParams();
  const { request, unrecognized } = readRange(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(report(request));
  return (
    <StaffPage
      heading="Reports"
      lede={
        <UnbrokenDates>{`${request.from} to ${request.to} by ${request.interval}, ${request.time_zone}`}</UnbrokenDates>
      }
    >
      <UnrecognizedLinkParts parts={unrecognized} />
      <RangeForm
        request={request}
        error={error}
        isBusy={isFetching}
        onShow={(next) => setSearch({ ...next })}
      />
      {error ? (
        // The form displays the refusal of a field.
        Object.keys(detailsOf(error)).length === 0 && (
          <Failure title="Failed to fetch the report" error={error} retry={refetch} />
        )
      ) : data ? (
        <section
          aria-label="Report"
          aria-busy={isPlaceholderData}
          className="flex min-w-0 flex-col gap-6 aria-busy:opacity-60"
        >
          <Tools request={request} />
          <Figures data={data} request={request} />
        </section>
      ) : (
        <Loading />
      )}
    </StaffPage>
  );
}

function Tools({ request }: { request: ReportRequest }) {
  const { mutate, isPending } = useApiMutation({
    mutationFn: async () =>
      followDownload(await call('linkReportExport', { body: request }), localDate(new Date())),
    toastsFailure: (error) => `Export failed: ${error.message}`,
  });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button loading={isPending} onClick={() => mutate()}>
        Export CSV
      </Button>
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  );
}

function Figures({ data: { series, top, flags }, request }: { data: Report; request: ReportRequest }) {
  const [largeKey, setLargeKey] = useState(series[0]?.key);
  const large = series.find(({ key }) => key === largeKey) ?? series[0];
  const rangeText = `${request.from} to ${request.to}`;
  const starts = startTexts(
    (series[0]?.points ?? []).map(({ start }) => start),
    request.interval,
    request.time_zone,
  );
  return (
    <>
      {large && <SeriesPanel series={large} starts={starts} rangeText={rangeText} />}
      <div className="grid grid-fit-[16rem] items-start gap-x-6 gap-y-5 border-t border-rule pt-5">
        {series
          .filter((one) => one !== large)
          .map((one) => (
            <SeriesPanel
              key={one.key}
              series={one}
              starts={starts}
              rangeText={rangeText}
              enlarge={() => setLargeKey(one.key)}
            />
          ))}
      </div>
      <div className="grid grid-fit-[24rem] items-start gap-4">
        {top.map((one) => (
          <TopList key={one.key} top={one} request={request} rangeText={rangeText} />
        ))}
        {flags && <FlagsPanel flags={flags} rangeText={rangeText} />}
      </div>
    </>
  );
}

const limits = { min: reportLimits.earliestDate, max: reportLimits.latestDate };

interface RangeFormProps {
  request: ReportRequest;
  /** The error of the current request. */
  error: Error | null;
  isBusy: boolean;
  onShow: (request: ReportRequest) => void;
}

function RangeForm({ request, error, isBusy, onShow }: RangeFormProps) {
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
      <SelectField form={form} name="interval" label="Interval" options={choicesInWords(reportIntervals)} />
      <SelectField form={form} name="time_zone" label="Time zone" options={optionsOf(reportTimeZones)} />
      <div className="field">
        <SubmitButton form={form} loading={isBusy}>
          Show
        </SubmitButton>
      </div>
    </Form>
  );
}

const reasons = [...flagReasons, 'unknown'] as const;
const outcomes = [null, ...flagOutcomes, 'unknown'] as const;

interface FlagsPanelProps {
  flags: NonNullable<Report['flags']>;
  rangeText: string;
}

/** What users reported in the range, by reason and by what staff did. */
function FlagsPanel({ flags: { rows, median_hours: hours }, rangeText }: FlagsPanelProps) {
  // One below the other, so that no phone cuts the table.
  const sorted = rows.toSorted(
    (a, b) =>
      reasons.indexOf(a.reason) - reasons.indexOf(b.reason) ||
      outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome),
  );
  return (
    <Panel title="Flags by reason and outcome">
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <>
          <Table caption={<UnbrokenDates>{rangeText}</UnbrokenDates>}>
            <FigureHead row="Reason and outcome" figures={['Flags']} />
            <FigureRows
              rows={sorted.map(({ reason, outcome, flags }) => [
                `${reasonText(reason)}: ${outcome === null ? 'Open' : kindInWords(outcome)}`,
                formatNumber(flags),
              ])}
            />
          </Table>
          <p className="mt-3 text-sm text-muted">
            {hours === null
              ? 'None of them is answered.'
              : `Half of the answers came within ${formatNumber(Math.round(hours * 10) / 10)} hours.`}
          </p>
        </>
      )}
    </Panel>
  );
}

type Top = Report['top'][number];

const columns = {
  failing_addresses: {
    name: 'IP address',
    value: 'Failed sign-ins',
    filter: 'ip_address',
    action: 'login_failed',
  },
  busiest_users: { name: 'User', value: 'Sign-ins', filter: 'user', action: 'login' },
} as const;

interface TopListProps {
  top: Top;
  request: ReportRequest;
  rangeText: string;
}

/** Each row links to its records. */
function TopList({ top: { key, label, rows }, request, rangeText }: TopListProps) {
  const { name: nameLabel, value: valueLabel, filter, action } = columns[key];
  const recordsOf = (name: string) =>
    filteredPath(paths.adminIpRecords, {
      [filter]: name,
      action,
      created_after: request.from,
      created_before: request.to,
    });
  return (
    <Panel title={label}>
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table caption={<UnbrokenDates>{rangeText}</UnbrokenDates>}>
          <FigureHead row={nameLabel} figures={[valueLabel]} />
          <FigureRows
            rows={rows.map(({ name, value }) => [
              <Link key={name} to={recordsOf(name)}>
                {name}
              </Link>,
              formatNumber(value),
            ])}
          />
        </Table>
      )}
    </Panel>
  );
}
