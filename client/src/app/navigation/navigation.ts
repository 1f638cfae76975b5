import type { SessionUser } from 'contract/accounts/accounts.ts';
import { matchPath } from 'react-router-dom';
import {
  type Access,
  isAdmitted,
  type NavGroup,
  navGroups,
  type StaffArea,
} from '#parts/navigation/feature.ts';
import { routes } from '#app/routing/routes.ts';

export interface NavLink {
  label: string;
  to: string;
  /** The route pattern for which the link is marked as current. */
  covers: string;
  access: Access;
  group?: NavGroup;
  area?: StaffArea;
  text?: string;
}

function linksIn(place: 'bar' | 'staff'): NavLink[] {
  const entries = routes.flatMap(({ path, title: label = '', access, [place]: entry }) =>
    entry ? { covers: path, access, label, ...entry, to: path } : [],
  );
  return entries.toSorted((a, b) => a.order - b.order);
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

/** The links by group, without empty groups. */
export function groupsOf(links: readonly NavLink[]): { name: NavGroup; links: NavLink[] }[] {
  const groups = navGroups.map((name) => ({
    name,
    links: links.filter(({ group = 'Tools' }) => group === name),
  }));
  return groups.filter((group) => group.links.length > 0);
}
