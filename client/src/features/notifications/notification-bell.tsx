import { listLimits } from 'contract/limits.ts';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { bellShape } from '#parts/notifications/bell-shape.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useDismissal } from '#ui/overlays/use-dismissal.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { NotificationList } from './notification-list.tsx';
import {
  useFollowedHints,
  useNotifications,
  useReadNotifications,
  useUnread,
} from './notifications.queries.ts';

const maxCount = 99;

/** The unread count, and a panel of the latest notifications. */
export function NotificationBell({ userId }: { userId: string }) {
  useFollowedHints(userId);
  const unread = useUnread() ?? 0;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useDismissal(open, { root, button }, () => setOpen(false));
  const count = unread === 0 ? '' : `${unread} unread`;
  return (
    <div ref={root} className="relative max-md:static">
      <span className="relative grid">
        <IconButton
          ref={button}
          label={count ? `Notifications, ${count}` : 'Notifications'}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          {bellShape}
        </IconButton>
        {unread > 0 && (
          <span
            className="pointer-events-none absolute top-[2px] right-px min-w-[1.1rem] rounded bg-accent px-1 text-center text-[0.6875rem] leading-[1.1rem] font-bold text-on-accent"
            aria-hidden="true"
          >
            {unread > maxCount ? `${maxCount}+` : unread}
          </span>
        )}
      </span>
      <VisuallyHidden>
        <output>{count && `Notifications: ${count}.`}</output>
      </VisuallyHidden>
      <div
        id={panelId}
        hidden={!open}
        className="absolute top-[calc(100%+(var(--bar-height)-var(--control-height))/2)] right-0 w-[26rem] border border-rule bg-raised transition-[opacity,translate] duration-(--slide-duration) max-md:top-full max-md:left-0 max-md:w-auto max-md:border-x-0 starting:-translate-y-2 starting:opacity-0"
      >
        {open && <Latest unread={unread} />}
      </div>
    </div>
  );
}

function Latest({ unread }: { unread: number }) {
  const { data, error, refetch } = useNotifications({ filter: {}, page: 1, pageSize: listLimits.pageSize });
  const { mutate: read, isPending } = useReadNotifications();
  return (
    <section aria-label="Latest notifications" {...focusRegion}>
      <header className="flex min-h-bar items-center justify-between gap-4 border-b border-rule px-4 py-0">
        <h2 className="text-sm tracking-wide">NOTIFICATIONS</h2>
        {unread > 0 && (
          <Button variant="ghost" loading={isPending} onClick={() => read({ all: true })}>
            Mark All as Read
          </Button>
        )}
      </header>
      <div className="max-h-[min(28rem,calc(100dvh-12rem))] overflow-auto overscroll-contain px-4 py-0">
        {data ? (
          data.rows.length > 0 ? (
            <NotificationList notifications={data.rows} isShort />
          ) : (
            <p className="flex flex-wrap items-center gap-3 py-5 text-muted">
              No notifications yet. Activity on your account will appear here.
            </p>
          )
        ) : error ? (
          <div className="flex flex-wrap items-center gap-3 py-5 text-muted">
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </div>
        ) : (
          <output className="flex flex-wrap items-center gap-3 py-5 text-muted">
            <Spinner /> Loading…
          </output>
        )}
      </div>
      <footer className="flex min-h-bar items-center justify-between gap-4 border-t border-rule px-4 py-0 text-sm">
        <Link to={paths.notifications}>All notifications</Link>
      </footer>
    </section>
  );
}
