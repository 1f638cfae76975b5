import { secondFactorMessages } from 'contract/second-factors.constants.ts';
import {
  addPasskey as addPasskeyRoute,
  addTotp as addTotpRoute,
  confirmTotp as confirmTotpRoute,
  deleteSecondFactor as deleteSecondFactorRoute,
  getPasskeyOptions as getPasskeyOptionsRoute,
  listSecondFactors as listSecondFactorsRoute,
  makeRecoveryCodes as makeRecoveryCodesRoute,
  resetSecondFactor as resetSecondFactorRoute,
} from 'contract/second-factors.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#route.ts';
import { addPasskey, addTotp, confirmTotp, getPasskeyOptions } from './enrolment.service.ts';
import { resetSecondFactor } from './reset.service.ts';
import { deleteSecondFactor, listSecondFactors, makeRecoveryCodes } from './second-factors.service.ts';

export function secondFactorRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, listSecondFactorsRoute, ({ caller }) => listSecondFactors(deps, caller));
  handle(app, addTotpRoute, ({ body, caller }) => addTotp(deps, caller, body.name));
  handle(app, confirmTotpRoute, ({ body, caller, clientInfo }) =>
    confirmTotp(deps, clientInfo, caller, body),
  );
  handle(app, getPasskeyOptionsRoute, ({ caller }) => getPasskeyOptions(deps, caller));
  handle(app, addPasskeyRoute, ({ body, caller, clientInfo }) => addPasskey(deps, clientInfo, caller, body));
  handle(app, makeRecoveryCodesRoute, ({ caller, clientInfo }) =>
    makeRecoveryCodes(deps, clientInfo, caller),
  );
  handle(app, deleteSecondFactorRoute, async ({ params, caller, clientInfo }) => {
    await deleteSecondFactor(deps, clientInfo, caller, params.id);
    return undefined;
  });
  handle(app, resetSecondFactorRoute, async ({ params, caller, clientInfo }) => {
    await resetSecondFactor(deps, clientInfo, caller, params.userId);
    return { msg: secondFactorMessages.reset };
  });
}
