import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, notFound } from '#errors.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { type HasDatabase, isForeignKeyViolation } from '#platform/database/database.ts';
import type { DatasetStore } from './datasets.store.ts';
import { claimFollowers, type NewFigures } from './datasets.queries.ts';

interface FollowDependencies extends HasDatabase {
  store: DatasetStore;
}

export const listFollowedDatasets = async ({ database }: HasDatabase, { user }: Caller) =>
  database.prisma.datasetFollow.findMany({
    where: { user_id: user.id },
    orderBy: { slug: 'asc' },
    select: { slug: true },
  });

/** Throws `token_not_valid` if the caller was deleted in the meantime. */
export async function followDataset({ database, store }: FollowDependencies, { user }: Caller, slug: string) {
  if (!store.release.has(slug)) throw notFound();
  const follow = { slug, user_id: user.id };
  await database.prisma.datasetFollow
    .createMany({ data: [follow], skipDuplicates: true })
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new AppError('token_not_valid') : error;
    });
}

export async function unfollowDataset(
  { database, store }: FollowDependencies,
  { user }: Caller,
  slug: string,
): Promise<void> {
  if (!store.release.has(slug)) throw notFound();
  await database.prisma.datasetFollow.deleteMany({ where: { slug, user_id: user.id } });
}

const usersPerTransaction = 500;

/** A job. A repeated job continues with the followers who have not been notified yet. */
export async function announceNewFigures({ database }: HasDatabase, figures: NewFigures): Promise<void> {
  const { slug, title, text } = figures;
  let notified: number;
  do {
    notified = await database.prisma.$transaction(async (tx) => {
      const followers = await claimFollowers(tx, figures, usersPerTransaction);
      const userIds = followers.map(({ user_id }) => user_id);
      await notify(tx, userIds, { kind: 'new_figures', slug, title: `New figure: ${title}`, text });
      return followers.length;
    });
  } while (notified === usersPerTransaction);
}
