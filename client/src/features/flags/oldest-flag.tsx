import { count } from 'contract/counts.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useOpenFlags } from '#parts/flags/flags.queries.ts';
import { timeAgo } from '#parts/format/time-ago.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';

/** How long somebody has waited, for the staff dashboard. Nothing while nobody waits. */
export function OldestFlag() {
  const [now] = useState(() => Date.now());
  const { total, oldest } = useOpenFlags();
  if (!oldest) return null;
  return (
    <Panel title="Flagged People" aside={`${total} open`}>
      <p className="text-sm text-muted">
        <Link to={paths.adminFlags}>{oldest.username}</Link> has waited longest: reported{' '}
        {timeAgo(oldest.created_at, now)}
        {oldest.flags > 1 && `, ${count(oldest.flags, 'time')} since`}.
      </p>
    </Panel>
  );
}
