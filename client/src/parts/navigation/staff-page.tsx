import { Page, type PageProps } from '#ui/layout/page.tsx';
import { paths } from './paths.ts';

const toDashboard = { to: paths.adminDashboard, label: 'Back' };

/** A screen of the staff area with a back link, by default to the dashboard. */
export function StaffPage({ back = toDashboard, ...page }: PageProps) {
  return <Page back={back} {...page} />;
}
