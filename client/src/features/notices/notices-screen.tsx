import { noticeStates } from 'contract/notices/notices.constants.ts';
import type { Notice } from 'contract/notices/notices.ts';
import { useRef, useState } from 'react';
import { count } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { FilterPanel } from '#parts/list/filter-panel.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { Button } from '#ui/controls/button.tsx';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { NoticeCard } from './notice-card.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { levelWords } from './notice-words.ts';
import { useDeleteNotice, useNotices, useWithdrawNotice } from './notices.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'text', label: 'Text', kind: 'text' },
  choiceField('level', 'Level', Object.entries(levelWords)),
  choiceField('state', 'State', optionsOf(noticeStates)),
];

export default function NoticesScreen() {
  const search = useListSearch(fields);
  const isNarrow = useNarrowScreen();
  const region = useRef<HTMLElement>(null);
  /** `new`, or the edited one. */
  const [written, setWritten] = useState<Notice | 'new' | null>(null);
  const withdrawal = useWithdrawNotice();
  const deletion = useDeleteNotice();
  const focusList = { onSuccess: () => region.current?.focus() };
  return (
    <Page
      heading="Notifications"
      lede="Notices to users: they stand under the bell from their start to their end."
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => setWritten('new')}>
          New Notice
        </Button>
      </div>
      <FilterPanel fields={fields} search={search} results={region} openAtFirst={!isNarrow} />
      <PagedList
        label="Notices"
        noun={{ one: 'notice', many: 'notices' }}
        emptyText="No notice found. Write one, or adjust your filter."
        fetchFailure="Failed to fetch notices"
        list={useNotices(search)}
        search={search}
        isBusy={withdrawal.isPending || deletion.isPending}
        region={region}
      >
        {(notices) => (
          <CardGrid>
            {notices.map((notice) => (
              <NoticeCard
                key={notice.id}
                notice={notice}
                onEdit={() => setWritten(notice)}
                onWithdraw={() => askToWithdraw(notice, () => withdrawal.mutate(notice, focusList))}
                onDelete={() => askToDelete(notice, () => deletion.mutate(notice, focusList))}
              />
            ))}
          </CardGrid>
        )}
      </PagedList>
      {written && (
        <NoticeDialog notice={written === 'new' ? undefined : written} onClose={() => setWritten(null)} />
      )}
    </Page>
  );
}

function askToWithdraw({ title, read_count }: Notice, onConfirm: () => void): void {
  askToConfirm({
    title: 'Withdraw this notice?',
    message: `“${title}” disappears for all, also for the ${count(read_count, 'user')} who read it. It does not come back.`,
    confirmLabel: 'Withdraw',
    onConfirm,
  });
}

function askToDelete({ title }: Notice, onConfirm: () => void): void {
  askToConfirm({
    title: 'Delete this notice?',
    message: `“${title}” was never sent and is deleted for good.`,
    confirmLabel: 'Delete notice',
    onConfirm,
  });
}
