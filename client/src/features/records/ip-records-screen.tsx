import type { IpRecord } from 'contract/records.ts';
import { followDownload } from '#api/save-file.ts';
import { ipActionLabels } from '#parts/ip-actions.ts';
import type { FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { call } from '#session/call.ts';
import { formatUtc } from '#ui/utc-time.tsx';
import { recordFields, RecordList } from '#parts/record-list/record-list.tsx';
import { createdAt, type RecordColumn } from '#parts/record-list/record-rows.tsx';
import { useDeleteIpRecords, useIpRecords } from './records.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'user', label: 'User', kind: 'text' },
  {
    name: 'action',
    label: 'Action',
    kind: 'choice',
    choices: [['', 'ALL'], ...Object.entries(ipActionLabels)],
  },
  ...recordFields,
];

const nobody = 'Unknown user';

const columns: readonly RecordColumn<IpRecord>[] = [
  createdAt,
  { label: 'User', cell: (row) => row.user ?? nobody, sorts: ['a-z', 'z-a'] },
  { label: 'IP address', cell: (row) => row.ip_address, width: 'address' },
  { label: 'Action', cell: (row) => ipActionLabels[row.action] },
];

const nameOf = ({ action, user, ip_address, created_at }: IpRecord) =>
  `${ipActionLabels[action]} of ${user ?? nobody.toLowerCase()} from ${ip_address} at ${formatUtc(created_at)}`;

export default function IpRecordsScreen() {
  const search = useListSearch(fields);
  return (
    <RecordList
      title="IP Investigation"
      lede="What accounts did, and from which address."
      noun={{ one: 'IP record', many: 'IP records' }}
      emptyText="No IP record found. Try adjusting your filter."
      fetchFailure="Failed to fetch IP data"
      fields={fields}
      columns={columns}
      nameOf={nameOf}
      search={search}
      list={useIpRecords(search)}
      deletion={useDeleteIpRecords()}
      exportRows={async () => followDownload(await call('linkIpRecordsExport', { body: search.filter }))}
    />
  );
}
