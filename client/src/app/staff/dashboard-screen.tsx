import { featureRoutes } from '#app/routing/features.ts';
import { LastDay } from '#features/reports/last-day.tsx';
import { isAdmitted } from '#parts/navigation/feature.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { FailedSignIns } from './failed-sign-ins.tsx';
import { SystemStatus } from './system-status.tsx';

/** Decoration. */
const lastBreachAttempt = '2025-03-14T03:14:15Z';

export default function DashboardScreen() {
  const user = useSession()?.user;
  return (
    <Page heading={`WELCOME, AGENT ${user?.username ?? ''}`}>
      <Alert tone="warn" title="SURVEILLANCE IS ACTIVE">
        <p>All actions are logged.</p>
      </Alert>
      <div className="grid grid-fit-[18rem] gap-5">
        <Panel title="System Status">
          <SystemStatus />
        </Panel>
        <Panel title="Failed Sign-Ins">
          <FailedSignIns />
        </Panel>
        <Panel title="Last Breach Attempt">
          <p className="text-lg text-text">
            <UtcTime at={lastBreachAttempt} /> UTC
          </p>
          <p className="mt-2 text-sm text-muted">
            A fixed figure that never changes: no count, no measurement.
          </p>
        </Panel>
      </div>
      <LastDay />
      <ul className="grid grid-fit-[15rem] gap-4 max-md:grid-cols-1">
        {featureRoutes.map(
          ({ card, path, access }) =>
            card &&
            isAdmitted(user, access) && (
              <li className="grid" key={path}>
                <Panel title={card.title}>
                  <p className="mb-4 text-sm text-muted">{card.text}</p>
                  <Button to={path} aria-label={`Open ${card.title}`}>
                    OPEN
                  </Button>
                </Panel>
              </li>
            ),
        )}
      </ul>
    </Page>
  );
}
