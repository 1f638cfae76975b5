import type { NoticeLevel } from 'contract/notifications.constants.ts';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { formatLocalTime } from '#ui/local-time.tsx';
import { Tag } from '#ui/tag.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import typography from '#ui/typography.module.css';
import styles from './notification-entry.module.css';

interface NotificationEntryProps {
  notification: {
    title: string;
    text: string;
    level: NoticeLevel;
    created_at: string;
    read_at: string | null;
  };
  isShort?: boolean;
  /** Beside the time. */
  children?: ReactNode;
}

const tones = { warning: 'warn', critical: 'critical' } as const;

/** As users see it, and as staff see it before they send it. */
export function NotificationEntry({ notification, isShort = false, children }: NotificationEntryProps) {
  const { title, text, level, created_at, read_at } = notification;
  return (
    <article className={cx(styles.entry, read_at === null && styles.unread)}>
      <p className={styles.title}>
        {read_at === null && <VisuallyHidden>Unread: </VisuallyHidden>}
        {title}
        {level !== 'info' && <Tag tone={tones[level]}>{level.toUpperCase()}</Tag>}
      </p>
      <p className={cx(styles.text, isShort && cx(typography.cut, styles.short))}>{text}</p>
      <div className={styles.foot}>
        <time className={typography.faint} dateTime={created_at}>
          {formatLocalTime(created_at)}
        </time>
        {children}
      </div>
    </article>
  );
}
