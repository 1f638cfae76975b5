import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { QueryPanel } from '#parts/query/query-panel.tsx';
import { apiQuery } from '#session/call.ts';

const maxNotices = 3;

/** The latest unread notifications, for the dashboard. */
export function UnreadCard() {
  return (
    <QueryPanel
      title="Unread Notices"
      aside={({ unread }) => unread > 0 && `${unread} unread`}
      query={useQuery(apiQuery('listNotifications', { query: { unread: true, page_size: maxNotices } }))}
      failure="Your notices could not be loaded."
    >
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-muted">You have no unread notices. Activity on your account will appear here.</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {data.map(({ id, title, text, link }) => (
              <li key={id}>
                <p className="font-semibold">{link === null ? title : <Link to={link}>{title}</Link>}</p>
                <p className="line-clamp-2 text-sm text-muted">{text}</p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
