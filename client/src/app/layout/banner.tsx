import { useSyncExternalStore } from 'react';
import type { Site } from '#parts/site/site.ts';
import { call } from '#session/call.ts';
import { localStorageItem } from '#session/local-storage-item.ts';
import { readSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';

const dismissed = localStorageItem('dismissedNotice');

/** The active critical notice for all users, on every page until it is dismissed in this browser. */
export function Banner({ banner: { id, title, text } }: { banner: NonNullable<Site['banner']> }) {
  const dismissedId = useSyncExternalStore(dismissed.subscribe, dismissed.get, () => null);
  if (dismissedId === id) return null;

  function dismiss() {
    dismissed.set(id);
    // A dismissed notice counts as read; the stream updates the bell.
    if (readSession()) call('readNotifications', { body: { ids: [id] } }).catch(() => {});
  }

  return (
    <section
      className="mx-auto w-full max-w-page px-gutter pt-4 pb-0 print:hidden"
      aria-label="Important notice"
      // Hidden before the first paint if it is dismissed; see `before-paint.js`.
      data-notice={id}
    >
      <Alert tone="error" role="alert" title={title}>
        <p className="max-w-none wrap-anywhere whitespace-pre-wrap">{text}</p>
        <p>
          <Button onClick={dismiss}>Dismiss</Button>
        </p>
      </Alert>
    </section>
  );
}
