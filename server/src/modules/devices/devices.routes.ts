import {
  deleteDevice as deleteDeviceRoute,
  endOtherSessions as endOtherSessionsRoute,
  listDevices as listDevicesRoute,
  listSignIns as listSignInsRoute,
} from 'contract/devices.ts';
import { deviceMessages } from 'contract/devices.constants.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#route.ts';
import { deleteDevice, endOtherSessions, listDevices, listSignIns } from './devices.service.ts';

export function deviceRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, listDevicesRoute, ({ caller }) => listDevices(deps, caller));
  handle(app, deleteDeviceRoute, async ({ params, caller }) => {
    await deleteDevice(deps, caller, params.id);
    return undefined;
  });
  handle(app, listSignInsRoute, ({ query, caller }) => listSignIns(deps, caller, query));
  handle(app, endOtherSessionsRoute, async ({ caller, clientInfo }) => {
    const ended = await endOtherSessions(deps, clientInfo, caller);
    return { msg: deviceMessages.othersEnded, ended };
  });
}
