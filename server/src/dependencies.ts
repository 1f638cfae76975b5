import type { FastifyServerOptions } from 'fastify';
import type { Database } from '#platform/database.ts';

/** What the modules need of the outside world. */
export interface Dependencies {
  database: Database;
  /** Folder of the built client. */
  clientFolder: string;
  logger: NonNullable<FastifyServerOptions['logger']>;
}
