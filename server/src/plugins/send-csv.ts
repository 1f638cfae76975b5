import { totalCountHeader } from 'contract/operations.ts';
import type { FastifyReply } from 'fastify';
import type { Export } from '#domain/list-export.ts';

/** Resolves when everything is sent, or the client is gone. */
export function sendCsv(reply: FastifyReply, name: string, { rows, csv }: Export): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header(totalCountHeader, rows)
    .send(csv);
}
