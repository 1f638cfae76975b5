import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { Access as OperationAccess } from 'contract/operations.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** A route of a feature. The router and the menus are built from the routes of all features. */
export type FeatureRoute = RouteDetails & (LazyScreen | EagerScreen);

export type Access = Extract<OperationAccess, 'guest' | 'user' | 'staff' | 'superuser'>;

interface RouteDetails {
  path: string;
  /** Who may open the screen. The server enforces the same rule. */
  access: Access;
  /** The document title, before the product's name. */
  title?: string;
  /** Whether the screen has no header, navigation bar and footer. */
  isBare?: boolean;
  /** The link in the navigation bar. */
  bar?: NavigationEntry;
  /** The link in the staff area. */
  staff?: NavigationEntry & { area?: StaffArea };
}

interface LazyScreen {
  load: () => Promise<{ default: ComponentType }>;
  /** Loads the data that the screen requires, in parallel with its code, for `useLoaderData`. */
  loader?: (params: Record<string, string | undefined>) => Promise<unknown>;
  /** Adds what the server's page leaves out of its data, before the app takes it over. */
  completePage?: (queries: QueryClient) => Promise<void>;
  /** The source file of the screen. Only the build for the server sets it. */
  module?: string;
  Component?: undefined;
}

/** A screen in the first load, or a redirect. */
interface EagerScreen {
  Component: ComponentType;
  load?: undefined;
  loader?: undefined;
  completePage?: undefined;
  module?: undefined;
}

/** The groups of the menus, in their order. */
export const navGroups = ['Tools', 'Guides and data', 'Your account'] as const;
export type NavGroup = (typeof navGroups)[number];

/** The parts of the staff navigation, in their order. A link without one comes first. */
export const staffAreas = ['People', 'Quiz', 'Site'] as const;
export type StaffArea = (typeof staffAreas)[number];

interface NavigationEntry {
  /** By default the title of the screen. */
  label?: string;
  /** The group in the menus of the bar; by default `Tools`. */
  group?: NavGroup;
  /** The purpose of the screen, in one line of a menu. */
  text?: string;
  /** The position among the links of the same place, ascending. */
  order: number;
  /** The route pattern for which the link is marked as current; by default the path of the route. */
  covers?: string;
  /** Set if fewer users see the link than may open the route. */
  access?: Access;
}

/** Whether the user may open a screen with this access; an undefined user is a guest. */
export function isAdmitted(
  user: Pick<SessionUser, 'is_staff' | 'is_superuser'> | undefined,
  access: Access,
): boolean {
  if (access === 'guest') return true;
  if (access === 'user') return user !== undefined;
  return user?.is_superuser === true || (access === 'staff' && user?.is_staff === true);
}
