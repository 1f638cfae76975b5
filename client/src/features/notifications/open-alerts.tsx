import { useQuery } from '@tanstack/react-query';
import { notificationLimits, staffAlerts } from 'contract/notifications/notifications.constants.ts';
import { apiQuery } from '#session/call.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { NotificationList } from './notification-list.tsx';

const kinds: readonly string[] = staffAlerts;

/** The alerts that the agent has not read, for the staff dashboard. Nothing without one. */
export function OpenAlerts() {
  const { data } = useQuery(
    apiQuery('listNotifications', { query: { unread: true, page_size: notificationLimits.maxIds } }),
  );
  const alerts = data?.data.filter(({ kind }) => kinds.includes(kind)) ?? [];
  if (alerts.length === 0) return null;
  return (
    <Panel title="Open Alerts" aside={`${alerts.length} unread`}>
      <NotificationList notifications={alerts} isShort isUtc />
    </Panel>
  );
}
