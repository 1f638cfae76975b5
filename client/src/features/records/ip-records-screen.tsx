import type { IpRecord } from 'contract/records.ts';
import { download } from '#session/call.ts';
import { type FilterField, sortField } from '#parts/filter-form.tsx';
import { ipActionLabels } from '#parts/ip-actions.ts';
import { useListSearch } from '#parts/list-search.ts';
import { RecordList } from './record-list.tsx';
import type { RecordColumn } from './record-rows.tsx';
import { formatUtc, UtcTime } from '#ui/utc-time.tsx';
import { useDeleteIpRecords, useIpRecords } from './records.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'user', label: 'User', kind: 'text' },
  {
    name: 'action',
    label: 'Action',
    kind: 'choice',
    choices: [['', 'ALL'], ...Object.entries(ipActionLabels)],
  },
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
  sortField,
];

const fieldNames = fields.map(({ name }) => name);
const nobody = 'Unknown user';

const columns: readonly RecordColumn<IpRecord>[] = [
  {
    label: 'Created at',
    cell: (row) => <UtcTime at={row.created_at} />,
    sorts: ['latest', 'oldest'],
    width: 'time',
  },
  { label: 'User', cell: (row) => row.user ?? nobody, sorts: ['a-z', 'z-a'] },
  { label: 'IP address', cell: (row) => row.ip_address, width: 'address' },
  { label: 'Action', cell: (row) => ipActionLabels[row.action] },
];

const nameOf = ({ action, user, ip_address, created_at }: IpRecord) =>
  `${ipActionLabels[action]} of ${user ?? nobody.toLowerCase()} from ${ip_address} at ${formatUtc(created_at)}`;

export default function IpRecordsScreen() {
  const search = useListSearch(fieldNames);
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
      exportRows={(options) => download('exportIpRecords', { body: search.filter }, options)}
    />
  );
}
