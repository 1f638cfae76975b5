import { OpenAlerts } from '#features/notifications/open-alerts.tsx';
import { OldestFlag } from '#features/flags/oldest-flag.tsx';
import { Today } from '#features/reports/today.tsx';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { SystemStatus } from './system-status.tsx';

/** Decorative: the screen states that it is not a measurement. */
const lastBreachAttempt = '2025-03-14T03:14:15Z';

export default function DashboardScreen() {
  const user = useSession()?.user;
  return (
    <Page heading={<>WELCOME, AGENT {user?.username}</>}>
      <Alert tone="warn" title="SURVEILLANCE IS ACTIVE">
        <p>All actions are logged.</p>
      </Alert>
      <OpenAlerts />
      <OldestFlag />
      <Today />
      <div className="grid grid-fit-[18rem] gap-x-7 gap-y-6">
        <Panel title="System Status">
          <SystemStatus />
        </Panel>
        <Panel title="Last Breach Attempt">
          <p className="text-lg text-strong">
            <UtcTime at={lastBreachAttempt} /> UTC
          </p>
          <p className="mt-2 text-sm text-muted">
            A fixed figure that never changes: no count, no measurement.
          </p>
        </Panel>
      </div>
    </Page>
  );
}
