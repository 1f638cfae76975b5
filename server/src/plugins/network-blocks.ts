import { callbackify } from 'node:util';
import { isClosedToBlockedNetworks, type Route } from 'contract/route.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import type { ActiveBlock, NetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import { AppError } from '#errors.ts';
import { hostGroup, ipAddressGroup } from '#platform/ip-addresses.ts';
import { summarizeRefusals } from '#platform/rate-limits/rate-limiter.ts';
import type { Settings } from '#settings/settings.ts';
import { ipAddressOf, isFromProxy } from './client-info.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hook that refuses blocked networks, for routes that are closed to them (403). */
    refuseBlockedNetworks: (route: Route) => onRequestHookHandler[];
  }
}

/**
 * Callers with a session or an API token may compute, so that a shared network does not lock its members out. Whatever begins a
 * session or changes an account without one is refused with any credentials: they may belong to another account.
 */
export default fp(async function networkBlocking(
  app: FastifyInstance,
  { networkBlocks, settings }: { networkBlocks: NetworkBlocks; settings: Settings },
) {
  const countRefusals = summarizeRefusals();
  const refuse = callbackify(
    async (request: FastifyRequest, block: ActiveBlock, isOpenToMembers: boolean) => {
      if (isOpenToMembers && (await request.findAnyCaller())) return;
      networkBlocks.countRefusal(block);
      const address = ipAddressGroup(ipAddressOf(request), hostGroup);
      const refusals = countRefusals(address);
      if (refusals) {
        const [url, from_proxy] = [request.routeOptions.url, isFromProxy(request)];
        request.log.warn(
          { address, url, refusals, from_proxy, block: block.id },
          'request from a blocked network',
        );
      }
      const until = utcMoment(block.endsAt);
      const { contact_email } = settings.current();
      throw new AppError(
        'network_blocked',
        `Requests from your network are blocked until ${until}. Contact ${contact_email}.`,
      );
    },
  );
  app.decorate('refuseBlockedNetworks', (route) => {
    if (!isClosedToBlockedNetworks(route)) return [];
    return [
      (request, _reply, done) => {
        const block = networkBlocks.find(ipAddressOf(request));
        if (!block) return done();
        refuse(request, block, route.isOpenToBlockedNetworks === 'members', done);
      },
    ];
  });
});
