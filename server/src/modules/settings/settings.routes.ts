import { settingLimits, settingMessages } from 'contract/settings/settings.constants.ts';
import * as contract from 'contract/settings/settings.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { listSettings, updateSettings } from './settings.service.ts';
import { publicSite } from './site.service.ts';

export function settingRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.getSite, async ({ reply }) => {
    reply.header('cache-control', `public, max-age=${settingLimits.siteMaxAgeSeconds}`);
    return publicSite(deps);
  });

  handle(app, contract.listSettings, () => listSettings(deps));

  handle(app, contract.updateSettings, async ({ body, ...actor }) => ({
    msg: settingMessages.saved,
    ...(await updateSettings(deps, actor, body)),
  }));
}
