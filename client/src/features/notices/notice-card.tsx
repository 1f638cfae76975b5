import type { Notice } from 'contract/notices.ts';
import { formatNumber } from '#parts/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Tag } from '#ui/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import typography from '#ui/typography.module.css';
import styles from './notice-card.module.css';
import { audienceWords, levelTones, stateTones } from './notice-words.ts';

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
    <li className={styles.card}>
      <p className={styles.tags}>
        <Tag tone={stateTones[state]}>{state.toUpperCase()}</Tag>
        <Tag tone={levelTones[level]}>{level.toUpperCase()}</Tag>
      </p>
      <h2 className={styles.title}>{title}</h2>
      <p className={cx(typography.cut, styles.text)}>{text}</p>
      <dl className={styles.facts}>
        <dt>Audience</dt>
        <dd>{audienceWords[audience]}</dd>
        <dt>Starts</dt>
        <dd>{starts_at === null ? 'At once' : <UtcTime at={starts_at} />}</dd>
        <dt>Ends</dt>
        <dd>
          <UtcTime at={ends_at} />
        </dd>
        <dt>Read by</dt>
        <dd>{formatNumber(read_count)}</dd>
        <dt>Written by</dt>
        <dd>{created_by ?? 'A deleted user'}</dd>
      </dl>
      {state !== 'withdrawn' && (
        <div className={styles.actions}>
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
