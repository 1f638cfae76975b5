import { settingLimits, settingMessages } from 'contract/settings/settings.constants.ts';
import * as contract from 'contract/settings/settings.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { selectBanner } from '#domain/notifications/notifications.queries.ts';
import { version } from '#version.ts';
import { handle } from '#plugins/route.ts';
import { listSettings, updateSettings } from './settings.service.ts';

export function settingRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.getSite, async ({ reply }) => {
    const { contact_email, social_links, registration_open } = deps.settings.current();
    reply.header('cache-control', `public, max-age=${settingLimits.siteMaxAgeSeconds}`);
    const [banner = null] = await selectBanner(deps.database);
    const has_mailbox = deps.mailbox !== undefined;
    return { version, contact_email, social_links, registration_open, has_mailbox, banner };
  });

  handle(app, contract.listSettings, () => listSettings(deps));

  handle(app, contract.updateSettings, async ({ body, ...actor }) => ({
    msg: settingMessages.saved,
    ...(await updateSettings(deps, actor, body)),
  }));
}
