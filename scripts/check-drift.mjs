// Fails if the schema and the migrations differ.
import { runPrisma, withTemporaryDatabase } from './prisma.mjs';

process.exitCode = await withTemporaryDatabase((shadowUrl) =>
  runPrisma(
    [
      'migrate',
      'diff',
      '--from-migrations=prisma/migrations',
      '--to-schema=prisma/schema.prisma',
      '--exit-code',
    ],
    // The engine connects to the main database even if it reads only the shadow database.
    {
      SHADOW_DATABASE_URL: shadowUrl,
      DATABASE_URL: Object.assign(new URL(shadowUrl), { pathname: '/postgres' }).href,
    },
  ),
);
