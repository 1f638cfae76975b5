// Fails where the schema and the migrations differ.
import { runPrisma, withThrowAwayDatabase } from './prisma.mjs';

process.exitCode = await withThrowAwayDatabase((shadowUrl) =>
  runPrisma(
    [
      'migrate',
      'diff',
      '--from-migrations=prisma/migrations',
      '--to-schema=prisma/schema.prisma',
      '--exit-code',
    ],
    // The engine connects to the main database even where it reads the shadow database only.
    {
      SHADOW_DATABASE_URL: shadowUrl,
      DATABASE_URL: Object.assign(new URL(shadowUrl), { pathname: '/postgres' }).href,
    },
  ),
);
