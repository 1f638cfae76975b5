import * as contract from 'contract/rate-gap/rate-gap.ts';
import type { FastifyInstance } from 'fastify';
import { type AverageSeriesBySlug, rateGap } from '#domain/finance/average-rates.ts';
import { rateGapCost } from '#domain/finance/computation-cost.ts';
import { calculated, handle } from '#plugins/route.ts';

interface RateGapDependencies {
  today: () => string;
  currentDatasets: () => Promise<AverageSeriesBySlug>;
}

export function rateGapRoutes(app: FastifyInstance, { today, currentDatasets }: RateGapDependencies): void {
  handle(app, contract.compareRate, async ({ body, request }) => {
    await app.chargeComputation(request, rateGapCost(body.duration_months));
    return calculated(rateGap(await currentDatasets(), today(), body));
  });
}
