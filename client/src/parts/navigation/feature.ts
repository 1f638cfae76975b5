import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { Access as OperationAccess } from 'contract/operations.ts';
import type { ComponentType } from 'react';

/** Router and navigations are composed of the routes of all features. */
export type FeatureRoute = Row & (LoadedScreen | FixedScreen);

export type Access = Extract<OperationAccess, 'guest' | 'user' | 'staff' | 'superuser'>;

interface Row {
  path: string;
  /** Enforced by the server. */
  access: Access;
  /** The document title, before the product's name. */
  title?: string;
  /** Without header, navigation bar and footer. */
  isBare?: boolean;
  navigation?: readonly NavigationEntry[];
}

interface LoadedScreen {
  load: () => Promise<{ default: ComponentType }>;
  /** Loads beside the screen's code what it cannot be shown without, for `useLoaderData`. */
  loader?: (params: Record<string, string | undefined>) => Promise<unknown>;
  Component?: undefined;
}

/** Part of the first load, or a redirect. */
interface FixedScreen {
  Component: ComponentType;
  load?: undefined;
  loader?: undefined;
}

/** The groups of the menus, in their order. */
export const navGroups = ['Tools', 'Guides and data', 'Your account'] as const;
export type NavGroup = (typeof navGroups)[number];

interface NavigationEntry {
  place: 'bar' | 'staff';
  label: string;
  /** In the menus of the bar; by default the tools. */
  group?: NavGroup;
  /** What the screen is for, in one line of a menu. */
  text?: string;
  /** Ascending among the links of the same place. */
  order: number;
  /** Route pattern for which the link is the current one; by default the route's own. */
  covers?: string;
  /** If fewer users see the link than may open the route. */
  access?: Access;
}

/** Undefined is a guest. */
export function isAdmitted(
  user: Pick<SessionUser, 'is_staff' | 'is_superuser'> | undefined,
  access: Access,
): boolean {
  if (access === 'guest') return true;
  if (access === 'user') return user !== undefined;
  return user?.is_superuser === true || (access === 'staff' && user?.is_staff === true);
}
