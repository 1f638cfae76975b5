import { Readable } from 'node:stream';
import type { ExportFormat } from 'contract/quiz/quiz.ts';
import type { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { listLimits } from 'contract/limits.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { ExportRequest } from '#domain/lists/list-export.ts';
import { countRows, readBatches } from '#domain/lists/lists.ts';
import { bankCsvHeader, bankCsvLine } from './bank-csv.ts';
import { type QuestionFilter, questionList } from './questions.list.ts';
import { questionCountText } from './questions.service.ts';

/** In the format that `readBank` reads. */
export async function exportQuestions(
  { database, signal, format, ...actor }: ExportRequest & { format: ExportFormat },
  filter: QuestionFilter,
): Promise<{ rows: number; file: Readable }> {
  const rows = Math.min(await countRows(database, signal, questionList, filter), listLimits.exportRows);
  await recordStaffEvent(database.prisma, actor, {
    action: 'exportQuestions',
    did: `exported ${questionCountText(rows)}.`,
    details: { filter, format, rows },
  });
  const batches = readBatches(database, signal, questionList, { filter, maxRows: rows });
  const parts = format === 'csv' ? csvParts(batches) : jsonParts(batches);
  // Reads at most one batch ahead.
  return { rows, file: Readable.from(parts, { highWaterMark: 1 }) };
}

type Question = z.output<typeof questionList.row>;

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
  return { text, choices, answer, explanation, category: category_name, difficulty, status, source };
}
