import { quizMessages } from 'contract/quiz/quiz.constants.ts';
import { Question } from 'contract/quiz/quiz-fields.ts';
import type { ListQuestionsBody } from 'contract/quiz/quiz.ts';
import { z } from 'zod';
import { contains, equals } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import { Prisma } from '#generated/prisma/client.ts';

export type QuestionFilter = Omit<z.output<typeof ListQuestionsBody>, 'page' | 'page_size'>;

const QuestionRow = Question.extend({ date_updated: z.date() });

export const questionList: List<QuestionFilter, typeof QuestionRow, 'totalQuestion'> = {
  table: 'quiz_questions',
  row: QuestionRow,
  columns: Prisma.sql`
    record.id, record.text, record.choices, record.answer, record.explanation, record.category_id,
    category.name AS category_name, record.difficulty, record.status, record.source, record.date_updated`,
  joins: Prisma.sql`JOIN quiz_categories AS category ON category.id = record.category_id`,
  where: ({ text, category_id, difficulty, status }) => [
    contains(Prisma.sql`record.search_text`, text),
    equals(Prisma.sql`record.category_id`, category_id),
    equals(Prisma.sql`record.difficulty`, difficulty),
    equals(Prisma.sql`record.status`, status),
  ],
  sortKeys: {
    time: Prisma.sql`record.date_updated`,
    // The limit of the index. Texts with the same first 600 characters are ordered by id.
    name: Prisma.sql`(left(lower(record.text), 600) COLLATE "C")`,
  },
  total: 'totalQuestion',
  nothingFound: quizMessages.noQuestionsFound,
};
