import { Readable } from 'node:stream';
import type { ExportFormat } from 'contract/quiz/quiz.constants.ts';
import type { QuestionSort } from 'contract/quiz/quiz.ts';
import type { BankQuestion, Question } from 'contract/quiz/quiz-fields.ts';
import { quizMessages } from 'contract/quiz/quiz.constants.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { bankCsvHeader, bankCsvLine } from './bank-csv.ts';
import { toQuestion, withCategory } from './question-rows.ts';
import {
  questionCountText,
  type QuestionFilter,
  questionOrder,
  questionsWhere,
} from './questions.service.ts';

/** In the format that `readBank` reads. */
export async function exportQuestions(
  { database }: HasDatabase,
  actor: Actor,
  { format, sort, ...filter }: QuestionFilter & { format: ExportFormat; sort: QuestionSort },
): Promise<{ rows: number; file: Readable }> {
  const { prisma } = database;
  const matches = await prisma.quizQuestion.findMany({
    where: await questionsWhere(database, filter),
    orderBy: questionOrder(sort),
    select: { id: true },
  });
  const rows = matches.length;
  if (rows === 0) throw new AppError('not_found', quizMessages.noQuestionsFound);
  await recordStaffEvent(prisma, actor, {
    action: 'exportQuestions',
    subject: questionCountText(rows),
    details: { filter, format, rows },
  });

  /** Rows deleted meanwhile are missing. */
  async function* readBatches(): AsyncGenerator<Question[]> {
    for (let start = 0; start < rows; start += batchRows) {
      const ids = matches.slice(start, start + batchRows).map(({ id }) => id);
      const where = { id: { in: ids } };
      const batch = await prisma.quizQuestion.findMany({
        where,
        orderBy: questionOrder(sort),
        ...withCategory,
      });
      yield batch.map(toQuestion).filter(({ kind }) => kind !== 'unknown');
    }
  }

  const parts = format === 'csv' ? csvParts(readBatches()) : jsonParts(readBatches());
  // Reads at most one batch ahead.
  return { rows, file: Readable.from(parts, { highWaterMark: 1 }) };
}

const batchRows = 1_000;

async function* csvParts(batches: AsyncIterable<Question[]>): AsyncGenerator<string> {
  yield bankCsvHeader;
  for await (const batch of batches) {
    yield batch.map((question) => bankCsvLine(toBankQuestion(question))).join('');
  }
}

async function* jsonParts(batches: AsyncIterable<Question[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches) {
    yield separator + batch.map((question) => JSON.stringify(toBankQuestion(question))).join(',\n');
    separator = ',\n';
  }
  // All rows may have been deleted since they were counted.
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function toBankQuestion(question: Question): BankQuestion {
  const { text, choices, answer, explanation, category_name, difficulty, status, source } = question;
  const { kind, unit, tolerance, solution, variables } = question;
  const about = { explanation, category: category_name, difficulty, status, source };
  if (kind === 'number' && unit !== null && solution !== null) {
    return { text, kind, unit, tolerance, solution, variables, ...about };
  }
  return { text, choices, answer: answer ?? 0, ...about };
}
