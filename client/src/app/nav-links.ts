import type { SessionUser } from 'contract/accounts.ts';
import { matchPath } from 'react-router-dom';
import { paths } from './paths.ts';

export interface NavLink {
  label: string;
  to: string;
  /** The pattern of the addresses that it stands for, where that is not `to` alone. */
  covers?: string;
  visibleTo: 'all' | 'user' | 'staff';
}

/** The bar's links in their order; a row here is all that a new one needs. */
export const navLinks: readonly NavLink[] = [
  { label: 'CORE', to: paths.core, visibleTo: 'all' },
  { label: 'INTEL', to: paths.about, visibleTo: 'all' },
  { label: 'LOAN OPS', to: paths.loanCalculator, visibleTo: 'all' },
  { label: 'COMMAND', to: paths.adminDashboard, covers: paths.admin, visibleTo: 'staff' },
  { label: 'PROFILE', to: paths.profile, covers: paths.userProfile, visibleTo: 'user' },
];

/** What a visitor (null) or a user may see. The server decides what they may do. */
export function visibleLinks(
  links: readonly NavLink[],
  user: Pick<SessionUser, 'is_staff' | 'is_superuser'> | null,
): NavLink[] {
  return links.filter(({ visibleTo }) => {
    if (visibleTo === 'all') return true;
    if (visibleTo === 'user') return user !== null;
    return user !== null && (user.is_staff || user.is_superuser);
  });
}

/** Whether a link stands for the page at an address. */
export function isCurrent({ to, covers = to }: NavLink, pathname: string): boolean {
  return matchPath(covers, pathname) !== null;
}
