import { count } from 'contract/counts.ts';
import { audienceLabels, type Notice, type NoticeState, noticeStates } from 'contract/notices/notices.ts';
import { type NoticeLevel, noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { newerVersionText } from 'contract/texts.ts';
import { type ComponentProps, useState } from 'react';
import { choicesInWords, formatNumber, inWords } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { useNotices, useRemoveNotice, wasSent } from './notices.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'text', label: 'Text', kind: 'text', isInLine: true },
  choiceField('level', 'Level', choicesInWords(noticeLevels)),
  choiceField('state', 'State', choicesInWords(noticeStates)),
];

type Tone = ComponentProps<typeof Tag>['tone'];

const stateTones: Record<NoticeState, Tone> = {
  draft: 'quiet',
  scheduled: 'info',
  live: 'warn',
  over: 'quiet',
  withdrawn: 'quiet',
};

const levelTones: Record<NoticeLevel, Tone> = { info: 'info', warning: 'warn', critical: 'critical' };

const columns: readonly RecordColumn<Notice>[] = [
  { label: 'Title', cell: ({ title }) => title, isTitle: true, isLong: true },
  { label: 'Text', cell: ({ text }) => text, isLong: true },
  {
    label: 'State',
    cell: ({ state }) => <Tag tone={stateTones[state]}>{inWords(state)}</Tag>,
    width: 'level',
  },
  {
    label: 'Level',
    cell: ({ level }) => <Tag tone={levelTones[level]}>{inWords(level)}</Tag>,
    width: 'level',
  },
  {
    label: 'Audience',
    cell: ({ audience }) => (audience === 'unknown' ? newerVersionText : audienceLabels[audience]),
  },
  {
    label: 'Starts',
    cell: ({ starts_at }) => (starts_at === null ? 'At once' : <UtcTime at={starts_at} />),
    width: 'time',
  },
  { label: 'Ends', cell: ({ ends_at }) => <UtcTime at={ends_at} />, width: 'time' },
  { label: 'Read by', cell: ({ read_count }) => formatNumber(read_count) },
  { label: 'Written by', cell: ({ created_by }) => created_by ?? 'A deleted user', only: 'cards' },
];

export default function NoticesScreen() {
  const search = useListSearch(fields, denseRows);
  const [edited, setEdited] = useState<Notice | 'new' | null>(null);
  const removal = useRemoveNotice();
  return (
    <>
      <StaffList
        title="Notifications"
        noun={{ one: 'notice', many: 'notices' }}
        emptyText="No notice found. Write one, or adjust your filter."
        fetchFailure="Failed to fetch notices"
        fields={fields}
        search={search}
        list={useNotices(search)}
        isBusy={removal.isPending}
        columns={columns}
        nameOf={({ title }) => title}
        tools={
          <Button variant="primary" onClick={() => setEdited('new')} aria-haspopup="dialog">
            New Notice
          </Button>
        }
        renderRowActions={(notice) =>
          notice.state !== 'withdrawn' && (
            <>
              {notice.audience !== 'unknown' && (
                <Button variant="ghost" className="row-button" onClick={() => setEdited(notice)}>
                  <Labelled name={notice.title}>Edit</Labelled>
                </Button>
              )}
              <Button
                variant="ghost"
                className="row-button text-error"
                onClick={() =>
                  askToConfirm({ ...removalText(notice), onConfirm: () => removal.mutate(notice) })
                }
              >
                <Labelled name={notice.title}>{wasSent(notice) ? 'Withdraw' : 'Delete'}</Labelled>
              </Button>
            </>
          )
        }
      />
      {edited && (
        <NoticeDialog notice={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

const removalText = (notice: Notice) =>
  wasSent(notice)
    ? {
        title: 'Withdraw this notice?',
        message: `“${notice.title}” disappears for everyone, including the ${count(notice.read_count, 'user')} who read it. You cannot undo this.`,
        confirmLabel: 'Withdraw',
      }
    : {
        title: 'Delete this notice?',
        message: `“${notice.title}” was never sent and is deleted permanently.`,
        confirmLabel: 'Delete notice',
      };
