import { useSession } from '#session/session.ts';
import { paths } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Panel } from '#ui/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import styles from './dashboard-screen.module.css';
import { SystemStatus } from './system-status.tsx';

/** Decoration: a fixed time. */
const lastBreachAttempt = '2025-03-14T03:14:15Z';

const areas = [
  {
    title: 'IP Investigation',
    text: 'Who did what from which address: filter, delete, export.',
    to: paths.adminIpRecords,
  },
  {
    title: 'Log Investigation',
    text: 'Account events, warnings and errors: filter, read, delete, export.',
    to: paths.adminLogRecords,
  },
  {
    title: 'User List',
    text: 'Find users, edit and unlock them, see all that is known of one.',
    to: paths.adminUserList,
  },
];

export default function DashboardScreen() {
  const agent = useSession()?.user.username;
  return (
    <div className={styles.screen}>
      <PageHeading>WELCOME, AGENT {agent}</PageHeading>
      <Alert tone="warn" title="SURVEILLANCE IS ACTIVE">
        <p>All actions are logged.</p>
      </Alert>
      <div className={styles.facts}>
        <Panel title="System Status">
          <SystemStatus />
        </Panel>
        <Panel title="Last Breach Attempt">
          <p className={styles.moment}>
            <UtcTime at={lastBreachAttempt} /> UTC
          </p>
        </Panel>
      </div>
      <ul className={styles.areas}>
        {areas.map(({ title, text, to }) => (
          <li key={to}>
            <Panel title={title} className={styles.area}>
              <p className={styles.text}>{text}</p>
              <Button to={to} aria-label={`Open ${title}`}>
                OPEN
              </Button>
            </Panel>
          </li>
        ))}
      </ul>
    </div>
  );
}
