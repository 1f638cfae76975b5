import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { detailsOf } from '#api/api-error.ts';
import { followDownload } from '#api/save-file.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { call } from '#session/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { UnrecognizedLinkParts } from '#parts/navigation/unrecognized-link-parts.tsx';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { FlagsPanel } from './flags-panel.tsx';
import { RangeForm } from './range-form.tsx';
import { readRange, startTexts } from './report-range.ts';
import { report, type Report, type ReportRequest } from './reports.queries.ts';
import { SeriesPanel } from './series-panel.tsx';
import { TopList } from './top-list.tsx';

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
