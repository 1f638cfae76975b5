import type { SessionUser } from 'contract/accounts/accounts.ts';
import { matchPath } from 'react-router-dom';
import { type Access, type FeatureRoute, isAdmitted } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';
import { routes } from '#app/routing/routes.ts';

export interface NavLink {
  label: string;
  to: string;
  /** Route pattern for which the link is the current one. */
  covers: string;
  access: Access;
}

type LinkedRoute = Pick<FeatureRoute, 'path' | 'access' | 'navigation'>;

export function linksIn(place: 'bar' | 'staff', from: readonly LinkedRoute[]): NavLink[] {
  const entries = from.flatMap(({ path, access, navigation = [] }) =>
    navigation.map((entry) => ({ covers: path, access, ...entry, to: path })),
  );
  return entries.filter((entry) => entry.place === place).toSorted((a, b) => a.order - b.order);
}

/** The routes of the staff area are loaded on demand, so its link stands here. */
const staffArea: LinkedRoute = {
  path: paths.adminDashboard,
  access: 'staff',
  navigation: [{ place: 'bar', label: 'COMMAND', order: 40, covers: '/admin/*' }],
};

export const barLinks: readonly NavLink[] = linksIn('bar', [...routes, staffArea]);

export function visibleLinks(
  links: readonly NavLink[],
  user: Pick<SessionUser, 'is_staff' | 'is_superuser'> | undefined,
): NavLink[] {
  return links.filter(({ access }) => isAdmitted(user, access));
}

export function isCurrent({ covers }: NavLink, pathname: string): boolean {
  return matchPath(covers, pathname) !== null;
}
