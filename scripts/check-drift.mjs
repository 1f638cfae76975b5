// Fails if prisma/schema.prisma holds something that prisma/migrations do not make, or the other way round.
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
    // The engine connects to the main database even where it only reads the shadow database.
    {
      SHADOW_DATABASE_URL: shadowUrl,
      DATABASE_URL: Object.assign(new URL(shadowUrl), { pathname: '/postgres' }).href,
    },
  ),
);
