import type { User } from 'contract/users/user.ts';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminEditUserPath } from '#parts/navigation/paths.ts';
import { clickableRowProps, rowOpenerProps } from '#parts/record-list/open-row.ts';
import { Tag } from '#ui/feedback/tag.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { AccountStatus } from './account-status.tsx';

interface UserTableProps {
  users: readonly User[];
  actionsOf: (user: User) => ReactNode;
}

const columns = ['Username', 'Email', 'Rights', 'Account Status', 'Updated'];

/** One line for each user. */
export function UserTable({ users, actionsOf }: UserTableProps) {
  const { search } = useLocation();
  return (
    <Table caption="Times in UTC" className="[&_tbody_:is(td,th)]:py-0 [&_tbody_:is(td,th)]:align-middle">
      <thead>
        <tr>
          {columns.map((name) => (
            <HeaderCell key={name}>{name}</HeaderCell>
          ))}
          <HeaderCell>
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="cursor-pointer" {...clickableRowProps}>
            <HeaderCell scope="row">
              <Link to={adminEditUserPath(user.id)} state={{ search }} {...rowOpenerProps}>
                {user.username}
              </Link>
            </HeaderCell>
            <Cell>{user.email}</Cell>
            <Cell>
              <Rights {...user} />
            </Cell>
            <Cell>
              <AccountStatus status={user.account_status} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <UtcTime at={user.date_updated} />
            </Cell>
            <Cell>
              <div className="ms-auto flex w-[13rem] flex-wrap items-center justify-end gap-x-2 py-1 text-right">
                {actionsOf(user)}
              </div>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Rights({ is_staff, is_premium_user, is_active }: User) {
  return (
    <span className="flex flex-wrap gap-2">
      {is_staff && <Tag tone="info">Staff</Tag>}
      {is_premium_user && <Tag tone="info">Premium</Tag>}
      {!is_active && <Tag tone="error">Not active</Tag>}
    </span>
  );
}
