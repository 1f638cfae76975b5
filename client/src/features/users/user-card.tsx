import type { User } from 'contract/users/user.ts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { adminEditUserPath } from '#parts/navigation/paths.ts';
import { clickableRowProps, rowOpenerProps } from '#parts/record-list/open-row.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AccountStatus } from './account-status.tsx';

const imageSizePx = 48;

export function UserCard({ user, actions }: { user: User; actions: ReactNode }) {
  const { search } = useLocation();
  return (
    <li
      className="flex min-w-0 cursor-pointer flex-col gap-2 rounded border border-rule bg-surface px-4 py-3 hover:border-control"
      {...clickableRowProps}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SignedImage path={user.user_image} alt="" size={imageSizePx} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h2 className="text-md">{user.username}</h2>
          <p className="text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <DescriptionList
        items={{
          'Is Staff': user.is_staff ? <Tag tone="info">True</Tag> : 'False',
          'Is Active': user.is_active ? 'True' : <Tag tone="error">False</Tag>,
          'Is Premium User': user.is_premium_user ? <Tag tone="info">True</Tag> : 'False',
          'Account Status': <AccountStatus status={user.account_status} />,
          Updated: <UtcTime at={user.date_updated} />,
        }}
      />
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 max-md:pe-bar">
        {/* Passes the list's query string, so that going back restores the filter. */}
        <Button to={adminEditUserPath(user.id)} state={{ search }} {...rowOpenerProps}>
          <Labelled name={user.username}>Edit</Labelled>
        </Button>
        {actions}
      </div>
    </li>
  );
}
