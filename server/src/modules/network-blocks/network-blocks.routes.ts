import * as contract from 'contract/network-blocks/network-blocks.ts';
import type { FastifyInstance } from 'fastify';
import type { ViewDependencies } from '#domain/accounts/user-views.ts';
import { handle } from '#plugins/route.ts';
import {
  createNetworkBlock,
  endNetworkBlock,
  exportNetworkBlocks,
  listNetworkBlocks,
  listNetworks,
  type NetworkBlockDependencies,
  readNetworkBlock,
  previewNetworkBlock,
} from './network-blocks.service.ts';

export function networkBlockRoutes(app: FastifyInstance, deps: NetworkBlockDependencies & ViewDependencies) {
  handle(app, contract.previewNetworkBlock, ({ body, ...actor }) => previewNetworkBlock(deps, actor, body), {
    views: ({ users, superuserIds }, { body }) => ({
      userIds: [...users.map(({ id }) => id), ...superuserIds],
      request: body,
    }),
    // The counts of one IP address tell of its user, also if there are none.
    searches: ({ body }) => body,
  });
  handle(app, contract.createNetworkBlock, ({ body, ...actor }) => createNetworkBlock(deps, actor, body), {
    readCreated: (_call, id) => readNetworkBlock(deps, id),
  });
  handle(app, contract.listNetworkBlocks, ({ body }) => listNetworkBlocks(deps, body));
  // Needs no reason, as every list without a filter: the agent does not choose whose network it counts, and no user is named.
  handle(app, contract.listNetworks, ({ body }) => listNetworks(deps, body));
  handle(app, contract.endNetworkBlock, ({ params, body, ...actor }) =>
    endNetworkBlock(deps, actor, params.id, body.reason),
  );
  handle(app, contract.exportNetworkBlocks, async ({ query, reply }) => {
    await reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="blocked-networks.txt"')
      .send(await exportNetworkBlocks(deps, query.format));
  });
}
