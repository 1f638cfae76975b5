import { quizLimits, quizMessages } from 'contract/quiz/quiz.constants.ts';
import { Category } from 'contract/quiz/quiz-fields.ts';
import type { CreateCategoryBody, UpdateCategoryBody } from 'contract/quiz/quiz.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError, errorAtField, notFound, validationFailed } from '#errors.ts';
import type { QuizCategoryModel } from '#generated/prisma/models.ts';
import { lockName, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type HasDatabase, type Transaction, violatedIndex } from '#platform/database/database.ts';
import { lockCategories, placeCategory, selectCategoryKeys } from './quiz.queries.ts';

export async function listCategories({ database }: HasDatabase): Promise<Category[]> {
  const { prisma } = database;
  const [categories, counts] = await Promise.all([
    prisma.quizCategory.findMany({ orderBy: { position: 'asc' } }),
    prisma.quizQuestion.groupBy({ by: ['category_id', 'status'], _count: true }),
  ]);
  return categories.map((category) =>
    toCategory(
      category,
      counts.filter(({ category_id }) => category_id === category.id),
    ),
  );
}

export async function readCategory(prisma: Pick<Transaction, 'quizCategory' | 'quizQuestion'>, id: string) {
  const category = await prisma.quizCategory.findUniqueOrThrow({ where: { id } });
  const where = { category_id: id };
  const counts = await prisma.quizQuestion.groupBy({ by: ['status'], where, _count: true });
  return toCategory(category, counts);
}

export async function createCategory(
  { database }: HasDatabase,
  actor: Actor,
  body: z.output<typeof CreateCategoryBody>,
): Promise<Category> {
  return database.prisma
    .$transaction(async (tx) => {
      await lockOrder(tx);
      const count = await tx.quizCategory.count();
      if (count >= quizLimits.categories) throw new AppError('conflict', quizMessages.tooManyCategories);
      const data = { ...body, id: uuidv7(), position: count + 1 };
      const category = await tx.quizCategory.create({ data });
      await recordStaffEvent(tx, actor, {
        action: 'createCategory',
        subject: `the category ${category.name}`,
        details: { id: category.id, ...body },
      });
      return toCategory(category, []);
    })
    .catch(refuseTakenName);
}

export async function updateCategory(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  body: z.output<typeof UpdateCategoryBody>,
): Promise<Category> {
  const { position, ...texts } = body;
  return database.prisma
    .$transaction(async (tx) => {
      await lockOrder(tx);
      const former = await tx.quizCategory.findUniqueOrThrow({ where: { id } });
      if (position !== undefined) {
        if (position > (await tx.quizCategory.count())) {
          throw validationFailed({ position: ['Must be from 1 to the number of categories.'] });
        }
        await placeCategory(tx, id, position);
      }
      const data = { ...texts, date_updated: await readClock(tx) };
      await tx.quizCategory.update({ where: { id }, data });
      await recordStaffEvent(tx, actor, {
        action: 'updateCategory',
        subject: `the category ${former.name}`,
        details: { id, before: former, after: body },
      });
      return readCategory(tx, id);
    })
    .catch(refuseTakenName);
}

/** Moves its questions to `moveTo` first. */
export async function deleteCategory(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  moveTo: string | undefined,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockOrder(tx);
    const locked = await lockCategories(tx, moveTo === undefined ? [id] : [id, moveTo]);
    const category = await tx.quizCategory.findUniqueOrThrow({ where: { id } });
    if (moveTo === id) throw new AppError('conflict', quizMessages.categoryMovedToItself);
    if (moveTo !== undefined && !locked.some((other) => other.id === moveTo)) throw notFound();
    const where = { category_id: id };
    const questions = await tx.quizQuestion.count({ where });
    if (questions > 0) {
      if (moveTo === undefined) throw new AppError('conflict', quizMessages.categoryInUse);
      await tx.quizQuestion.updateMany({
        where,
        data: { category_id: moveTo, date_updated: await readClock(tx) },
      });
    }
    await tx.quizCategory.delete({ where: { id } });
    await tx.quizCategory.updateMany({
      where: { position: { gt: category.position } },
      data: { position: { decrement: 1 } },
    });
    await recordStaffEvent(tx, actor, {
      action: 'deleteCategory',
      subject: `the category ${category.name}`,
      details: { id, name: category.name, moved_to: moveTo ?? null, moved: questions },
    });
  });
}

interface NamedCategory {
  name: string;
  description: string;
}

export interface CategoryPlan {
  /** The categories to create, after those that exist. */
  missing: (NamedCategory & { id: string; position: number })[];
  /** The id of the category with one of the names. */
  idOf: (name: string) => string;
}

/** Finds the categories by name, and locks their order. Throws `conflict` if there would be too many. */
export async function planCategories(tx: Transaction, categories: readonly NamedCategory[]) {
  await lockOrder(tx);
  const existing = await tx.quizCategory.count();
  const keyed = await selectCategoryKeys(tx, [...new Set(categories.map(({ name }) => name))]);
  const keys = new Map(keyed.map(({ name, key }) => [name, key]));
  const ids = new Map(keyed.flatMap(({ key, id }) => (id === null ? [] : [[key, id]])));
  const idOf = (name: string) => ids.get(keys.get(name) ?? '') ?? '';
  const missing: CategoryPlan['missing'] = [];
  for (const { name, description } of categories) {
    if (idOf(name) !== '') continue;
    const id = uuidv7();
    ids.set(keys.get(name) ?? '', id);
    missing.push({ id, name, description, position: existing + missing.length + 1 });
  }
  if (existing + missing.length > quizLimits.categories) {
    throw new AppError('conflict', quizMessages.tooManyCategories);
  }
  return { missing, idOf };
}

/** Serializes changes, so that positions have no gaps. */
const lockOrder = (tx: Transaction) => lockName(tx, 'quiz categories');

function refuseTakenName(error: unknown): never {
  if (violatedIndex(error) !== 'quiz_categories_name_key') throw error;
  throw errorAtField('conflict', 'name', quizMessages.categoryNameTaken);
}

type Counts = readonly { status: string; _count: number }[];

function toCategory(category: QuizCategoryModel, counts: Counts): Category {
  const sum = (counted: Counts) => counted.reduce((total, { _count: count }) => total + count, 0);
  return Category.parse({
    ...category,
    slug: slugOf(category.name),
    question_count: sum(counts),
    published_count: sum(counts.filter(({ status }) => status === 'published')),
  });
}

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
