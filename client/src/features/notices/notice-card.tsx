import { audienceLabels, type Notice, type NoticeState } from 'contract/notices/notices.ts';
import type { NoticeLevel } from 'contract/notifications/notifications.constants.ts';
import type { ComponentProps } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { wasSent } from './notices.queries.ts';

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
  onRemove: () => void;
}

export function NoticeCard({ notice, onEdit, onRemove }: NoticeCardProps) {
  const { title, text, level, state, audience, starts_at, ends_at, read_count, created_by } = notice;
  return (
    <li className="flex min-w-0 flex-col gap-3 border-t border-rule pt-4 max-md:pe-bar">
      <p className="flex flex-wrap gap-3">
        <Tag tone={stateTones[state]}>{state}</Tag>
        <Tag tone={levelTones[level]}>{level}</Tag>
      </p>
      <h2 className="text-md wrap-anywhere">{title}</h2>
      <p className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
      <DescriptionList
        items={{
          Audience: audienceLabels[audience],
          Starts: starts_at === null ? 'At once' : <UtcTime at={starts_at} />,
          Ends: <UtcTime at={ends_at} />,
          'Read by': formatNumber(read_count),
          'Written by': created_by ?? 'A deleted user',
        }}
      />
      {state !== 'withdrawn' && (
        <div className="mt-auto flex flex-wrap gap-3">
          <Button onClick={onEdit}>
            <Labelled name={title}>Edit</Labelled>
          </Button>
          <Button variant="danger" onClick={onRemove}>
            <Labelled name={title}>{wasSent(notice) ? 'Withdraw' : 'Delete'}</Labelled>
          </Button>
        </div>
      )}
    </li>
  );
}
