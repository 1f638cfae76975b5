import { z } from 'zod';
import { json, route } from 'contract/route.ts';

export const HealthReport = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    checks: z.record(z.string(), z.enum(['ok', 'failed'])),
  })
  .meta({ id: 'HealthReport' });

export type HealthReport = z.infer<typeof HealthReport>;

const Version = z.string().describe('The version of the package and, if known, the commit.');
const exampleVersion = '0.1.0+abcdef0';

export const getHealth = route('getHealth', {
  summary: 'Check whether the process is running',
  description: 'Checks no dependency. A failure means that the process should be restarted.',
  response: json(
    HealthReport.extend({ version: Version }).meta({ id: 'Health' }),
    { status: 'ok', checks: {}, version: exampleVersion },
    'The process is running.',
  ),
});

export const getReadiness = route('getReadiness', {
  summary: 'Check whether the process can serve requests',
  description:
    'Checks every dependency that requests need. A process that is stopping is not ready. `audit_seals` is `failed` if the last seal of the audit trail cannot be trusted. The process then serves requests and creates no further seals. `database_writes` is `failed` if the database accepts no writes, such as a standby.',
  responses: {
    200: json(HealthReport, { status: 'ok', checks: { database: 'ok', audit_seals: 'ok' } }, 'Ready.'),
    503: json(HealthReport, { status: 'unavailable', checks: { database: 'failed' } }, 'Not ready.'),
  },
});

export const getOpenApiDocument = route('getOpenApiDocument', {
  summary: 'Read this document',
  description: 'The OpenAPI 3.1 description of every operation. `/api/docs` shows it in a browser.',
  response: json(z.looseObject({}), { openapi: '3.1.0' }, 'The OpenAPI document.'),
});
