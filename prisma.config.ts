import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Otherwise the CLI would download a native engine. prisma/schema-engine.mjs uses Prisma's WebAssembly build instead.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= fileURLToPath(
  new URL('prisma/schema-engine.mjs', import.meta.url),
);
process.env['CHECKPOINT_DISABLE'] ??= '1';

const shadowDatabaseUrl = process.env['SHADOW_DATABASE_URL'];

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    // `generate`, `validate` and `format` need no database. `npm run db` sets the URL for all other commands.
    url: process.env['DATABASE_URL'] ?? 'postgresql://unset@127.0.0.1:1/unset',
    ...(shadowDatabaseUrl && { shadowDatabaseUrl }),
  },
});
