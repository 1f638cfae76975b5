import { OpenAlerts } from '#features/notifications/open-alerts.tsx';
import { OldestFlag } from '#features/flags/oldest-flag.tsx';
import { Today } from '#features/reports/today.tsx';
import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { SystemStatus } from './system-status.tsx';

/** Decorative: the screen states that it is not a measurement. */
const lastBreachAttempt = '2025-03-14T03:14:15Z';

export default function DashboardScreen() {
  const user = useSession()?.user;
  return (
    <Page heading={<span className="max-md:text-lg">WELCOME, AGENT {user?.username}</span>}>
      <SystemStatus>
        <span>SURVEILLANCE IS ACTIVE.</span> <span>All actions are logged.</span> Last Breach Attempt{' '}
        <UtcTime at={lastBreachAttempt} /> UTC, a fixed figure.
      </SystemStatus>
      <OpenAlerts />
      <OldestFlag />
      <Today />
    </Page>
  );
}
