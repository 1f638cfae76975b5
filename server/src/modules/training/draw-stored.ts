import type { StoredQuestion } from '#domain/training/drawn-questions.ts';
import { SolutionError } from '#domain/training/solutions.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { TrainingDependencies } from './attempts.service.ts';

/** Of a question in the database. A change gives it another date. */
export type StoredRow = StoredQuestion & { id: string; date_updated: Date };

/** The most times that other questions are selected in place of those that cannot be drawn. */
export const maxSelections = 10;

/**
 * Draws a stored question. If its answer cannot be computed, the question gets the reason as its fault, which is logged once,
 * and the result is undefined.
 */
export async function drawOrPassOver<Drawn>(
  { database, logger }: Pick<TrainingDependencies, 'database' | 'logger'>,
  question: StoredRow,
  draw: () => Drawn | Promise<Drawn>,
): Promise<Drawn | undefined> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof SolutionError)) throw error;
    const { id, date_updated } = question;
    const { count: marked } = await database.prisma.quizQuestion.updateMany({
      where: { id, date_updated, calculation_fault: null },
      data: { calculation_fault: error.message },
    });
    if (marked > 0) logger.warn({ question: id, fault: error.message }, 'a quiz question cannot be drawn');
    return undefined;
  }
}

/** A job. Another version, or other figures, may make an answer computable again. */
export const forgetFaults = ({ database }: HasDatabase) =>
  database.prisma.quizQuestion.updateMany({
    where: { calculation_fault: { not: null } },
    data: { calculation_fault: null },
  });
