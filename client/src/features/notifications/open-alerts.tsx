import { useQuery } from '@tanstack/react-query';
import { notificationLimits, staffAlerts } from 'contract/notifications/notifications.constants.ts';
import { apiQuery } from '#session/call.ts';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { NotificationList } from './notification-list.tsx';

const kinds: readonly string[] = staffAlerts;

/** The alerts that the agent has not read, for the staff dashboard. */
export function OpenAlerts() {
  const { data } = useQuery(
    apiQuery('listNotifications', { query: { unread: true, page_size: notificationLimits.maxIds } }),
  );
  if (!data) return null;
  const alerts = data.data.filter(({ kind }) => kinds.includes(kind));
  return (
    <div {...focusRegion}>
      {alerts.length === 0 ? (
        <p className="text-sm text-muted">No open alerts.</p>
      ) : (
        <Panel title="Open Alerts" aside={`${alerts.length} unread`}>
          <NotificationList notifications={alerts} isShort isAlert />
        </Panel>
      )}
    </div>
  );
}
