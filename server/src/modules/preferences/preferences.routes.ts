import * as contract from 'contract/preferences/preferences.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { getPreferences, unsubscribe, updatePreferences } from './preferences.service.ts';

export function preferenceRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.getPreferences, ({ caller }) => getPreferences(deps, caller));
  handle(app, contract.updatePreferences, ({ body, caller }) => updatePreferences(deps, caller, body));
  handle(app, contract.unsubscribe, ({ params }) => unsubscribe(deps, params));
}
