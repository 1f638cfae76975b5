import type { Pool } from 'pg';
import { insertInBulk, withoutSuffixes, withSuffixes } from '../accounts/crowd.ts';

/** Frequent first and family names of several languages, so that some parts of names are far more common than others. */
const givenNames =
  'james mary michael patricia robert jennifer john linda david elizabeth william barbara richard susan joseph jessica ' +
  'thomas sarah charles karen daniel lisa matthew nancy anthony betty mark sandra steven ashley paul emily andrew donna ' +
  'joshua michelle kevin carol brian amanda george melissa anna deborah maria stephanie josef rebecca hans sharon ivan ' +
  'laura olga cynthia yuki dorothy hiroshi amy wei angela li kathleen fatima sergio serena omar ana pedro ines lars greta ' +
  'nils freya priya arjun mei chen kofi ama zoe xavier quentin uma vera igor jo al ed bo ty';
const familyNames =
  'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson ' +
  'thomas taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young ' +
  'allen king wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts ' +
  'novak svoboda muller schmidt fischer weber wagner becker rossi russo ferrari ivanov petrov sidorov tanaka suzuki ' +
  'takahashi wang zhang liu chen singh kumar sharma patel khan ali okafor mensah silva santos fernser kaiser ng xu';

/** A part of three in ten usernames. */
export const commonPart = 'user-';

/**
 * Creates verified users: three in ten are named like `user-123456`, the others after people. Their rows in
 * `username_suffixes` are those that the trigger would write, inserted in bulk.
 */
export async function createNamedUsers(pool: Pool, count: number): Promise<void> {
  await insertInBulk(pool, [
    withoutSuffixes,
    `INSERT INTO users (id, username, email, email_verified_at, password_hash)
       SELECT gen_random_uuid(), left(name, 30), i || '@bench.example', now(), 'none'
       FROM (
         SELECT i, CASE
           WHEN i % 10 < 3 THEN '${commonPart}' || i
           WHEN i % 10 < 5 THEN given || '.' || family || i / 100
           WHEN i % 10 < 7 THEN given || family || i / 100
           WHEN i % 10 < 8 THEN initcap(given) || '_' || left(family, 1) || i
           WHEN i % 10 < 9 THEN family || '-' || given || i / 50
           ELSE left(given, 1) || family || i / 10 END AS name
         FROM (
           SELECT i, given[1 + (hashint4(i) & 65535) % array_length(given, 1)] AS given,
                  family[1 + (hashint4(i + 7) & 65535) % array_length(family, 1)] AS family
           FROM generate_series(1, ${count}) AS i, string_to_array('${givenNames}', ' ') AS given,
                string_to_array('${familyNames}', ' ') AS family
         ) AS parts
       ) AS named
       ON CONFLICT DO NOTHING`,
    `INSERT INTO username_suffixes (name_length, suffix, head)
       SELECT length(name), substr(name, start), left(name, start - 1)
       FROM (SELECT lower(username COLLATE "C") AS name FROM users WHERE email LIKE '%@bench.example') AS made,
            generate_series(2, length(name) - 2) AS start
       ORDER BY 1, 2, 3`,
    withSuffixes,
  ]);
}
