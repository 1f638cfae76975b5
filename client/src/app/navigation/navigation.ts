import type { SessionUser } from 'contract/accounts/accounts.ts';
import { matchPath } from 'react-router-dom';
import { type Access, isAdmitted } from '#parts/navigation/feature.ts';
import { routes } from '#app/routing/routes.ts';

export interface NavLink {
  label: string;
  to: string;
  /** Route pattern for which the link is the current one. */
  covers: string;
  access: Access;
}

function linksIn(place: 'bar' | 'staff'): NavLink[] {
  const entries = routes.flatMap(({ path, access, navigation = [] }) =>
    navigation.map((entry) => ({ covers: path, access, ...entry, to: path })),
  );
  return entries.filter((entry) => entry.place === place).toSorted((a, b) => a.order - b.order);
}

export const barLinks: readonly NavLink[] = linksIn('bar');
export const staffLinks: readonly NavLink[] = linksIn('staff');

export function visibleLinks(
  links: readonly NavLink[],
  user: Pick<SessionUser, 'is_staff' | 'is_superuser'> | undefined,
): NavLink[] {
  return links.filter(({ access }) => isAdmitted(user, access));
}

export function isCurrent({ covers }: NavLink, pathname: string): boolean {
  return matchPath(covers, pathname) !== null;
}
