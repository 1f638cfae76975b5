import * as contract from 'contract/second-factors/second-factors.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { disownSecondFactor, resetSecondFactor } from './removal.service.ts';
import { addPasskey, addTotp, confirmTotp, getPasskeyOptions } from './enrolment.service.ts';
import { deleteSecondFactor, listSecondFactors, makeRecoveryCodes } from './second-factors.service.ts';

export function secondFactorRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listSecondFactors, ({ caller }) => listSecondFactors(deps, caller));
  handle(app, contract.addTotp, ({ body, caller }) => addTotp(deps, caller, body.name));
  handle(app, contract.confirmTotp, ({ body, ...actor }) => confirmTotp(deps, actor, body));
  handle(app, contract.getPasskeyOptions, ({ caller }) => getPasskeyOptions(deps, caller));
  handle(app, contract.addPasskey, ({ body, ...actor }) => addPasskey(deps, actor, body));
  handle(app, contract.makeRecoveryCodes, (actor) => makeRecoveryCodes(deps, actor));
  handle(app, contract.deleteSecondFactor, ({ params, ...actor }) =>
    deleteSecondFactor(deps, actor, params.id),
  );
  handle(app, contract.disownSecondFactor, async ({ params, clientInfo }) => ({
    msg: await disownSecondFactor(deps, clientInfo, params),
  }));
  handle(app, contract.resetSecondFactor, ({ params, ...actor }) =>
    resetSecondFactor(deps, actor, params.userId),
  );
}
