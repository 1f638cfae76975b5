import { calculateBuying } from 'contract/buying/buying.ts';
import { type BuyingLaw, buyingResult } from 'engine/buying/buying.ts';
import type { FastifyInstance } from 'fastify';
import { calculated, handle } from '#plugins/route.ts';

export function buyingRoutes(app: FastifyInstance, law: BuyingLaw): void {
  handle(app, calculateBuying, ({ body }) => calculated(buyingResult(law, body)));
}
