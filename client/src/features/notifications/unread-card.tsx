import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '#session/call.ts';
import { Alert } from '#ui/alert.tsx';
import { Panel } from '#ui/panel.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './unread-card.module.css';

const shown = 3;

/** On the dashboard: the latest of what the user has not read. */
export function UnreadCard() {
  const { data, error } = useQuery({
    queryKey: ['listNotifications', 'card'],
    queryFn: ({ signal }) => call('listNotifications', { query: { unread: true, page_size: shown }, signal }),
  });
  return (
    <Panel title="Unread Notices" aside={data && data.unread > 0 && `${data.unread} unread`}>
      {data ? (
        data.data.length === 0 ? (
          <p className={styles.none}>Nothing unread. What happens to your account is told here.</p>
        ) : (
          <ul className={styles.notices}>
            {data.data.map(({ id, title, text, link }) => (
              <li key={id}>
                <p className={styles.title}>{link === null ? title : <Link to={link}>{title}</Link>}</p>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <Alert tone="error" title="Your notices could not be read." />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}
