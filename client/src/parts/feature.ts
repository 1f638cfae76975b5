import type { Access } from 'contract/operations.ts';
import type { ComponentType } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** What a feature adds to the app; the router, both navigations and the profile are composed from these. */
export interface Feature {
  routes?: readonly FeatureRoute[];
  profileTabs?: readonly ProfileTab[];
}

export type FeatureRoute = Row & (LoadedScreen | FixedScreen);

interface Row {
  path: string;
  /** Whom the router admits; the server enforces access for itself. */
  access: Extract<Access, 'guest' | 'user' | 'staff' | 'superuser'>;
  /** The page's name in the browser's title, before the product's. */
  title?: string;
  /** Whether it stands alone on the page, without header, navigation bar and footer. */
  isBare?: boolean;
  navigation?: readonly NavigationEntry[];
}

interface LoadedScreen {
  /** Loads the screen's code when the route is first opened. */
  load: Load;
  Component?: undefined;
}

/** A screen that is part of the first load, or a redirect. */
interface FixedScreen {
  Component: ComponentType;
  load?: undefined;
}

interface NavigationEntry {
  /** The navigation bar, or the side navigation of the staff area. */
  place: 'bar' | 'staff';
  label: string;
  /** Its position among the links of the same place, ascending. */
  order: number;
  /** The pattern of the addresses for which it is marked as current, if not the route's own. */
  covers?: string;
}

/** A tab of the user's own profile, beside the first one. */
export interface ProfileTab {
  /** As it stands in the address: `?tab=…`. */
  id: string;
  label: string;
  load: Load;
}
