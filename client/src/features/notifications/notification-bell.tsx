import { listLimits } from 'contract/limits.ts';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { bellShape } from '#parts/bell-shape.tsx';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useDismissal } from '#ui/use-dismissal.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import styles from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';
import {
  useFollowedHints,
  useNotifications,
  useReadNotifications,
  useUnread,
} from './notifications.queries.ts';

const mostShown = 99;

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
    <div ref={root} className={styles.bell}>
      <span className={styles.button}>
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
          <span className={styles.count} aria-hidden="true">
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </span>
      <VisuallyHidden>
        <output>{count && `Notifications: ${count}.`}</output>
      </VisuallyHidden>
      <div id={panelId} hidden={!open} className={styles.panel}>
        {open && <Latest unread={unread} />}
      </div>
    </div>
  );
}

function Latest({ unread }: { unread: number }) {
  const { data, error, refetch } = useNotifications({ filter: {}, page: 1, pageSize: listLimits.pageSize });
  const { mutate: read, isPending } = useReadNotifications();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  return (
    <section aria-label="Latest notifications">
      <header className={styles.head}>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          NOTIFICATIONS
        </h2>
        {unread > 0 && (
          <Button
            variant="ghost"
            loading={isPending}
            onClick={() => {
              focusHeading();
              read({ all: true });
            }}
          >
            Mark All as Read
          </Button>
        )}
      </header>
      <div className={styles.body}>
        {data ? (
          data.rows.length > 0 ? (
            <NotificationList notifications={data.rows} isShort onRead={focusHeading} />
          ) : (
            <p className={styles.empty}>Nothing has happened yet.</p>
          )
        ) : error ? (
          <div className={styles.empty}>
            <p>{error.message}</p>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </div>
        ) : (
          <output className={styles.empty}>
            <Spinner /> Loading…
          </output>
        )}
      </div>
      <footer className={styles.foot}>
        <Link to={paths.notifications}>All notifications</Link>
      </footer>
    </section>
  );
}
