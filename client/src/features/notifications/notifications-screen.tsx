import { Link } from 'react-router-dom';
import { useListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Page } from '#ui/layout/page.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotifications, useReadNotifications, useUnread } from './notifications.queries.ts';

const lede = (
  <>
    Activity on your account, and notices from the staff of this site. Choose what you are notified about in{' '}
    <Link to={paths.profile}>your profile</Link>.
  </>
);

export default function NotificationsScreen() {
  const search = useListSearch([{ name: 'unread' }]);
  const { filter } = search;
  const unread = useUnread() ?? 0;
  const { mutate: read, isPending } = useReadNotifications();
  const isUnreadOnly = filter['unread'] === 'true';
  return (
    <Page heading="NOTIFICATIONS" lede={lede}>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <Checkbox
          label="Unread only"
          checked={isUnreadOnly}
          onChange={({ target }) => search.setField('unread', target.checked ? 'true' : '')}
        />
        <Button
          aria-disabled={unread === 0}
          loading={isPending}
          onClick={unread === 0 ? undefined : () => read({ all: true })}
        >
          Mark All as Read
        </Button>
      </div>
      <PagedList
        label="Notifications"
        noun={{ one: 'notification', many: 'notifications' }}
        emptyText={
          isUnreadOnly
            ? 'You have no unread notifications.'
            : 'No notifications yet. Activity on your account will appear here.'
        }
        fetchFailure="Failed to fetch notifications"
        list={useNotifications(search)}
        search={search}
        isBusy={isPending}
      >
        {(notifications) => <NotificationList notifications={notifications} />}
      </PagedList>
    </Page>
  );
}
