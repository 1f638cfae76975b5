import type { Dependencies } from '#dependencies.ts';
import { selectBanner } from '#domain/notifications/notifications.queries.ts';
import { version } from '#version.ts';

/** What every visitor may know of the site. */
export async function publicSite({
  settings,
  database,
  mailbox,
  openId,
  isDemo = false,
}: Pick<Dependencies, 'settings' | 'database' | 'mailbox' | 'openId' | 'isDemo'>) {
  const { contact_email, social_links, registration_open } = settings.current();
  const [banner = null] = await selectBanner(database);
  const has_mailbox = mailbox !== undefined;
  const openid_name = openId?.name ?? null;
  return {
    version,
    contact_email,
    social_links,
    registration_open,
    openid_name,
    has_mailbox,
    is_demo: isDemo,
    banner,
  };
}
