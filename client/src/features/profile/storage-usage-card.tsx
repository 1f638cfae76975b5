import { useId, useState } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useStorageUsage } from './profile.queries.ts';
import { PercentRing, StorageBreakdown } from './storage-figures.tsx';

export function StorageUsageCard() {
  const [isExpanded, setExpanded] = useState(true);
  /** Whether the entrance animation has run. */
  const [hasArrived, setArrived] = useState(false);
  const { data: usage, error, isFetching, refetch } = useStorageUsage();
  const viewId = useId();
  const toggle = (
    <Button
      variant="ghost"
      className="-mx-2 -my-1 min-h-target px-2 py-0"
      aria-expanded={isExpanded}
      aria-controls={viewId}
      onClick={() => setExpanded(!isExpanded)}
    >
      {isExpanded ? 'Minimize' : 'Expand'}
    </Button>
  );
  return (
    <Panel
      id="storage"
      title="User Storage Usage"
      aside={toggle}
      className={isExpanded ? undefined : '[&>:first-child]:border-b-0 [&>:last-child]:p-0'}
    >
      <div
        className="flex animate-slide-up flex-col gap-4 [&[hidden]]:hidden"
        id={viewId}
        hidden={!isExpanded}
      >
        <p className="text-sm text-muted">
          Every record about you counts. At the limit, you cannot add images, friend requests, saved
          calculations or objectives.
        </p>
        <Button loading={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Checking...' : 'Check Storage Usage'}
        </Button>
        <LiveRegion role="alert">
          {error && <Alert tone="error" title="Failed to fetch storage usage data." />}
        </LiveRegion>
        <LiveRegion>
          {usage && (
            <div
              className={cx('flex flex-col gap-5 pt-2', !hasArrived && 'animate-slide-up')}
              onAnimationEnd={() => setArrived(true)}
            >
              <PercentRing used={usage.total_records} allowed={usage.storage_limit} />
              <StorageBreakdown breakdown={usage.summary_breakdown} total={usage.total_records} />
            </div>
          )}
        </LiveRegion>
      </div>
    </Panel>
  );
}
