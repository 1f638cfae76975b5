import { audienceLabels, type Notice, type NoticeState } from 'contract/notices/notices.ts';
import type { NoticeLevel } from 'contract/notifications/notifications.constants.ts';
import type { ComponentProps } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

type Tone = ComponentProps<typeof Tag>['tone'];

const stateTones: Record<NoticeState, Tone> = {
  draft: 'quiet',
  scheduled: 'info',
  live: 'warn',
  over: 'quiet',
  withdrawn: 'quiet',
};

const levelTones: Record<NoticeLevel, Tone> = { info: 'info', warning: 'warn', critical: 'critical' };

interface NoticeCardProps {
  notice: Notice;
  onEdit: () => void;
  onWithdraw: () => void;
  onDelete: () => void;
}

export function NoticeCard({ notice, onEdit, onWithdraw, onDelete }: NoticeCardProps) {
  const { title, text, level, state, audience, starts_at, ends_at, read_count, created_by } = notice;
  const wasSent = state === 'live' || state === 'over';
  const name = <VisuallyHidden>{title}</VisuallyHidden>;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded border border-rule bg-surface p-4">
      <p className="flex flex-wrap gap-3">
        <Tag tone={stateTones[state]}>{state.toUpperCase()}</Tag>
        <Tag tone={levelTones[level]}>{level.toUpperCase()}</Tag>
      </p>
      <h2 className="text-md wrap-anywhere">{title}</h2>
      <p className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">Audience</dt>
        <dd>{audienceLabels[audience]}</dd>
        <dt className="text-muted">Starts</dt>
        <dd>{starts_at === null ? 'At once' : <UtcTime at={starts_at} />}</dd>
        <dt className="text-muted">Ends</dt>
        <dd>
          <UtcTime at={ends_at} />
        </dd>
        <dt className="text-muted">Read by</dt>
        <dd>{formatNumber(read_count)}</dd>
        <dt className="text-muted">Written by</dt>
        <dd>{created_by ?? 'A deleted user'}</dd>
      </dl>
      {state !== 'withdrawn' && (
        <div className="mt-auto flex flex-wrap gap-3">
          <Button onClick={onEdit}>Edit {name}</Button>
          {wasSent ? (
            <Button variant="danger" onClick={onWithdraw}>
              Withdraw {name}
            </Button>
          ) : (
            <Button variant="danger" onClick={onDelete}>
              Delete {name}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
