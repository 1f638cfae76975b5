import { Page, type PageProps } from '#ui/layout/page.tsx';
import { paths } from './paths.ts';

const toDashboard = { to: paths.adminDashboard, label: 'Back' };

/** A screen of the staff area with a back link, by default to the dashboard. On a phone its title has one line. */
export function StaffPage({ back = toDashboard, heading, ...page }: PageProps) {
  return <Page back={back} heading={<span className="max-md:text-lg">{heading}</span>} {...page} />;
}
