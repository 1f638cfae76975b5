import type { Notification } from 'contract/notifications/notifications.ts';
import { Link } from 'react-router-dom';
import { NotificationEntry } from '#parts/notifications/notification-entry.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useReadOne } from './notifications.queries.ts';

interface NotificationListProps {
  notifications: readonly Notification[];
  isShort?: boolean;
  isAlert?: boolean;
}

export function NotificationList({ notifications, isShort = false, isAlert = false }: NotificationListProps) {
  const readOne = useReadOne();
  return (
    <ul className="flex flex-col" aria-label="Notifications">
      {notifications.map((notification) => (
        <li
          key={notification.id}
          className={isAlert ? '@container not-first:mt-2' : 'py-4 not-first:border-t not-first:border-rule'}
        >
          <NotificationEntry notification={notification} isShort={isShort} isAlert={isAlert}>
            {notification.link !== null && (
              <Link
                className="min-h-target text-sm text-accent underline underline-offset-[0.25em] hover:text-accent-hover"
                to={notification.link}
                onClick={() => readOne(notification)}
              >
                Open <VisuallyHidden>{notification.title}</VisuallyHidden>
              </Link>
            )}
            {notification.read_at === null && (
              <button
                type="button"
                className="min-h-target text-sm text-accent underline underline-offset-[0.25em] hover:text-accent-hover"
                onClick={() => readOne(notification)}
              >
                Mark as read <VisuallyHidden>{notification.title}</VisuallyHidden>
              </button>
            )}
          </NotificationEntry>
        </li>
      ))}
    </ul>
  );
}
