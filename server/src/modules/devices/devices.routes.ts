import * as contract from 'contract/devices/devices.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { deleteOwnRow } from '#domain/lists/own-rows.ts';
import { handle } from '#plugins/route.ts';
import { endOtherSessions, listDevices, listSignIns } from './devices.service.ts';

export function deviceRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listDevices, ({ caller }) => listDevices(deps, caller));
  handle(app, contract.deleteDevice, deleteOwnRow(deps.database.prisma.device));
  handle(app, contract.listSignIns, ({ query, caller }) => listSignIns(deps, caller, query));
  handle(app, contract.endOtherSessions, (actor) => endOtherSessions(deps, actor));
}
