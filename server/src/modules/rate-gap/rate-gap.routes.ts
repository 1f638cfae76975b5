import * as contract from 'contract/rate-gap/rate-gap.ts';
import { type AverageDatasets, rateGap } from 'engine/calculators/rate-gap.ts';
import type { FastifyInstance } from 'fastify';
import { rateGapCost } from '#domain/finance/computation-cost.ts';
import { AppError } from '#errors.ts';
import { calculated, handle } from '#plugins/route.ts';

interface RateGapDependencies {
  today: () => string;
  currentDatasets: () => Promise<AverageDatasets>;
}

export function rateGapRoutes(app: FastifyInstance, { today, currentDatasets }: RateGapDependencies): void {
  handle(app, contract.compareRate, async ({ body, request }) => {
    await app.chargeComputation(request, rateGapCost(body.duration_months));
    const gap = rateGap(await currentDatasets(), today(), body);
    if (typeof gap === 'string') throw new AppError(gap);
    return calculated(gap);
  });
}
