import { newerVersionText } from 'contract/texts.ts';
import type { StoredQuestion } from '#domain/training/drawn-questions.ts';
import { isReadable } from '#domain/training/readable.ts';
import { SolutionError } from '#domain/training/solutions.ts';
import type { HasDatabase } from '#platform/database/database.ts';

export interface DrawDependencies extends HasDatabase {
  logger: { warn: (fields: object, message: string) => void };
}

/** Of a question in the database. A change gives it another date. */
export type StoredRow = StoredQuestion & { id: string; date_updated: Date };

/**
 * Draws a stored question. If only a newer version can ask it, or its answer cannot be computed, the question gets the reason
 * as its fault, which is logged once, and the result is undefined.
 */
export async function drawOrPassOver<Drawn>(
  { database, logger }: DrawDependencies,
  question: StoredRow,
  draw: () => Drawn | Promise<Drawn>,
): Promise<Drawn | undefined> {
  let fault = `${newerVersionText}.`;
  if (isReadable(question)) {
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof SolutionError)) throw error;
      fault = error.message;
    }
  }
  const { id, date_updated } = question;
  const { count: marked } = await database.prisma.quizQuestion.updateMany({
    where: { id, date_updated, calculation_fault: null },
    data: { calculation_fault: fault },
  });
  if (marked > 0) logger.warn({ question: id, fault }, 'a quiz question cannot be drawn');
  return undefined;
}

/** A job. Another version, or other figures, may make an answer computable again. */
export const forgetFaults = ({ database }: HasDatabase) =>
  database.prisma.quizQuestion.updateMany({
    where: { calculation_fault: { not: null } },
    data: { calculation_fault: null },
  });
