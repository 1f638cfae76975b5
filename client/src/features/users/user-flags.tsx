import { count } from 'contract/counts.ts';
import type { UserOverview } from 'contract/users/user-overview.ts';
import { Link } from 'react-router-dom';
import { outcomeText, reasonText, subjectText } from '#parts/flags/flag-texts.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** What others have reported about the user, and what the user has reported. */
export function UserFlags({ user: { username }, flags }: UserOverview) {
  if (!flags) return null;
  const { about, by, made, without_action: withoutAction } = flags;
  const queue = filteredPath(paths.adminFlags, { user: username, state: 'ALL' });
  return (
    <Panel title="Flags" aside={about.length > 0 && <Link to={queue}>All flags about {username}</Link>}>
      <div className="flex flex-col gap-4 text-sm text-muted">
        <p>{about.length === 0 ? 'Nobody has flagged this user.' : 'By others:'}</p>
        {about.length > 0 && (
          <ul className="flex flex-col gap-2">
            {about.map(({ id, subject, reasons, flags: number, latest_at, answer }) => (
              <Line
                key={id}
                at={latest_at}
                text={`${subjectText(subject)}: ${reasons.map(reasonText).join(', ')}${number > 1 ? ` (${number})` : ''}`}
                state={answer ? outcomeText(answer.outcome) : 'Open'}
              />
            ))}
          </ul>
        )}
        <p>
          {made === 0
            ? 'The user has flagged nobody.'
            : `By the user: ${count(made, 'flag')}, of which ${withoutAction} led to no action.`}
        </p>
        {by.length > 0 && (
          <ul className="flex flex-col gap-2">
            {by.map(({ id, username: other, reason, created_at, outcome }) => (
              <Line
                key={id}
                at={created_at}
                text={`${other}: ${reasonText(reason)}`}
                state={outcome === null ? 'Open' : outcomeText(outcome)}
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Line({ at, text, state }: { at: string; text: string; state: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 wrap-anywhere">
      <UtcTime at={at} />
      <span className="max-w-full flex-[1_1_8rem] text-strong">{text}</span>
      <span>{state}</span>
    </li>
  );
}
