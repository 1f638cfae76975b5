import { count } from 'contract/counts.ts';
import { type Notice, noticeStates } from 'contract/notices/notices.ts';
import { noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { useState } from 'react';
import { inWords } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { ListScreen } from '#parts/record-list/list-screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { NoticeCard } from './notice-card.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { useNotices, useRemoveNotice, wasSent } from './notices.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'text', label: 'Text', kind: 'text' },
  choiceField(
    'level',
    'Level',
    noticeLevels.map((level) => [level, inWords(level)]),
  ),
  choiceField('state', 'State', optionsOf(noticeStates)),
];

export default function NoticesScreen() {
  const search = useListSearch(fields);
  const [edited, setEdited] = useState<Notice | 'new' | null>(null);
  const removal = useRemoveNotice();
  return (
    <>
      <ListScreen
        title="Notifications"
        lede="Notices to users. They appear under the bell from their start to their end. Times in UTC."
        noun={{ one: 'notice', many: 'notices' }}
        emptyText="No notice found. Write one, or adjust your filter."
        fetchFailure="Failed to fetch notices"
        fields={fields}
        search={search}
        list={useNotices(search)}
        isBusy={removal.isPending}
        tools={
          <Button variant="primary" onClick={() => setEdited('new')} aria-haspopup="dialog">
            New Notice
          </Button>
        }
      >
        {(notices) => (
          <CardGrid>
            {notices.map((notice) => (
              <NoticeCard
                key={notice.id}
                notice={notice}
                onEdit={() => setEdited(notice)}
                onRemove={() =>
                  askToConfirm({ ...removalText(notice), onConfirm: () => removal.mutate(notice) })
                }
              />
            ))}
          </CardGrid>
        )}
      </ListScreen>
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
