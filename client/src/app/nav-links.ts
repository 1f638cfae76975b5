import type { SessionUser } from 'contract/accounts.ts';
import { paths } from './paths.ts';

export interface NavLink {
  label: string;
  to: string;
  visibleTo: 'all' | 'user' | 'staff';
}

/** The bar's links in their order; a row here is all that a new one needs. */
export const navLinks: readonly NavLink[] = [
  { label: 'CORE', to: paths.core, visibleTo: 'all' },
  { label: 'INTEL', to: paths.about, visibleTo: 'all' },
  { label: 'LOAN OPS', to: paths.loanCalculator, visibleTo: 'all' },
];

/** What a visitor (null) or a user may see. The server decides what they may do. */
export function visibleLinks(
  links: readonly NavLink[],
  user: Pick<SessionUser, 'is_staff'> | null,
): NavLink[] {
  return links.filter(({ visibleTo }) => {
    if (visibleTo === 'all') return true;
    return visibleTo === 'staff' ? user?.is_staff === true : user !== null;
  });
}
