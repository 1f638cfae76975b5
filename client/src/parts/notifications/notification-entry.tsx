import type { Notification } from 'contract/notifications/notifications.ts';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { inWords } from '#parts/format/format.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

interface NotificationEntryProps {
  notification: Pick<Notification, 'title' | 'text' | 'level' | 'created_at' | 'read_at'>;
  isShort?: boolean;
  /** In the amber frame of what staff must look at, with the time in UTC as on all their screens. */
  isAlert?: boolean;
  /** Actions beside the time. */
  children?: ReactNode;
}

const tones = { warning: 'warn', critical: 'critical' } as const;

/** A notification in a user's list, and the preview of a notice that staff are about to send. */
export function NotificationEntry({
  notification,
  isShort = false,
  isAlert = false,
  children,
}: NotificationEntryProps) {
  const { title, text, level, created_at, read_at } = notification;
  return (
    <article
      className={cx(
        'min-w-0 gap-y-1 border-l-[3px] pl-4',
        isAlert
          ? 'grid gap-x-6 rounded border-y border-r border-(--warn) bg-surface py-3 pr-4 @min-[56rem]:grid-cols-[minmax(0,1fr)_auto]'
          : read_at === null
            ? 'flex flex-col border-accent'
            : 'flex flex-col border-rule',
      )}
    >
      <p
        className={cx(
          'wrap-anywhere',
          isAlert
            ? "sign font-semibold text-warn [--sign:'!']"
            : cx(
                'flex flex-wrap items-baseline gap-x-3 gap-y-1',
                read_at === null ? 'font-semibold text-strong' : 'text-muted',
              ),
        )}
      >
        {read_at === null && <VisuallyHidden>Unread: </VisuallyHidden>} {title}{' '}
        {level !== 'info' && <Tag tone={tones[level]}>{inWords(level)}</Tag>}
      </p>
      <p
        className={cx(
          'text-sm wrap-anywhere whitespace-pre-wrap',
          isAlert ? 'max-w-none @min-[56rem]:row-2' : 'text-muted',
          isShort && 'line-clamp-3',
        )}
      >
        {text}
      </p>
      <div
        className={cx(
          'flex min-h-target flex-wrap items-center gap-x-4 gap-y-1',
          isAlert && '@min-[56rem]:col-2 @min-[56rem]:row-[1/3]',
        )}
      >
        <span className="text-xs text-muted">
          {isAlert ? (
            <>
              <UtcTime at={created_at} /> UTC
            </>
          ) : (
            <LocalTime at={created_at} />
          )}
        </span>
        <span className="flex flex-wrap gap-x-4">{children}</span>
      </div>
    </article>
  );
}
