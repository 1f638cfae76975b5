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
        The oldest is about <Link to={paths.adminFlags}>{oldest.username}</Link>, from{' '}
        {timeAgo(oldest.created_at, now)}.
      </p>
    </Panel>
  );
}
