import { flagOutcomes } from 'contract/flags/flags.constants.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';

/** Rows of a list that are read at once. */
export const pageRows = 1_000;

/** The pages of a list, or a function that reads the whole list. */
export type ListReader = AsyncIterable<object[]> | (() => Promise<object[]>);

export async function* allPages<Stored>(
  readAfter: (last: Stored | undefined) => Promise<Stored[]>,
  toRow: (stored: Stored) => object,
  rows = pageRows,
): AsyncGenerator<object[]> {
  let page: Stored[] = [];
  do {
    page = await readAfter(page.at(-1));
    yield page.map((stored) => toRow(stored));
  } while (page.length === rows);
}

/** Streams an object with fields and lists as JSON, one page of a list at a time. */
export async function* writeLists(lists: Record<string, ListReader>, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, list] of Object.entries(lists)) yield* writeList(name, list);
  yield '\n}\n';
}

async function* writeList(name: string, list: ListReader): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`;
  let separator = '\n    ';
  for await (const page of typeof list === 'function' ? [list()] : list) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n    ');
    separator = ',\n    ';
  }
  yield '\n  ]';
}

/** From the others a user could guess who reported them. */
const [noAction] = flagOutcomes;

export const person = { id: true, username: true } as const;

/** The friendships or acquaintances of a user. */
export const pairsOf = (id: string) => ({
  where: { OR: [{ low_user_id: id }, { high_user_id: id }] },
  orderBy: { created_at: 'asc' as const },
  include: { low_user: { select: person }, high_user: { select: person } },
});

type Person = Record<keyof typeof person, string>;

export const otherOf =
  (id: string) =>
  ({ low_user, high_user, created_at }: { low_user: Person; high_user: Person; created_at: Date }) => ({
    ...(low_user.id === id ? high_user : low_user),
    since: created_at,
  });

/** Whom the user has met, blocked and reported, and what staff did about reports of others: not when, why or with which words these were made. */
export const listsOfOthers = (prisma: PrismaClient, id: string): Record<string, ListReader> => ({
  acquaintances: async () => (await prisma.acquaintance.findMany(pairsOf(id))).map(otherOf(id)),
  blocked_users: async () => {
    const blocks = await prisma.block.findMany({
      where: { blocker_id: id },
      orderBy: { created_at: 'asc' },
      include: { blocked: { select: person } },
    });
    return blocks.map(({ blocked, created_at: since }) => ({ ...blocked, since }));
  },
  reported_people: async () => {
    const flags = await prisma.flag.findMany({
      where: { flagger_id: id },
      orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
      select: {
        id: true,
        user_id: true,
        username: true,
        subject: true,
        reason: true,
        text: true,
        calculation_id: true,
        calculation_name: true,
        created_at: true,
        answer: { select: { outcome: true, answered_at: true } },
      },
    });
    return flags.map(({ answer, ...flag }) => ({
      ...flag,
      outcome: answer?.outcome ?? null,
      answered_at: answer?.answered_at ?? null,
    }));
  },
  answers_of_staff: async () => {
    const answers = await prisma.flagAnswer.findMany({
      where: { user_id: id, outcome: { not: noAction } },
      orderBy: [{ answered_at: 'asc' }, { id: 'asc' }],
    });
    return answers.map(({ outcome, message, answered_at }) => ({
      outcome,
      message,
      day: answered_at.toISOString().slice(0, 10),
    }));
  },
});
