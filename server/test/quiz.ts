import type { BankQuestion, Category, Question } from 'contract/quiz/quiz-fields.ts';
import { createCategory, createQuestion, importQuestions } from 'contract/quiz/quiz.ts';
import type { Route } from 'contract/route.ts';
import type { Test } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { TestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';

export type Caller = (route: Route, options?: CallOptions) => Test;

/** Calls with an access token. */
export const callerOf =
  (test: Pick<TestApp, 'app'>, access: () => string): Caller =>
  (route, options) =>
    callApi(test, route, { ...options, access: access() });

export function upload(
  test: Pick<TestApp, 'app'>,
  access: string,
  file: string | Buffer,
  dryRun?: boolean,
): Test {
  const call = callApi(test, importQuestions, { access }).attach('file', Buffer.from(file), 'bank');
  return dryRun === undefined ? call : call.field('dry_run', String(dryRun));
}

type ChoiceQuestion = Extract<BankQuestion, { choices: string[] }>;

export const bankQuestion = (change: Partial<ChoiceQuestion> = {}): ChoiceQuestion => ({
  text: 'What is 1 + 1?',
  choices: ['1', '2', '3'],
  answer: 1,
  explanation: 'Count on from one.',
  category: 'Sums',
  difficulty: 1,
  status: 'published',
  source: 'Euclid, Elements, VII',
  ...change,
});

export async function addCategory(staff: Caller, name: string): Promise<Category> {
  const { body } = await staff(createCategory, { body: { name } }).expect(201);
  return (body as { category: Category }).category;
}

export async function addQuestion(
  staff: Caller,
  category: Category,
  change: Partial<Question> = {},
): Promise<Question> {
  const { category: _, ...content } = bankQuestion();
  const fields = { ...content, category_id: category.id, ...change };
  const { body } = await staff(createQuestion, { body: fields }).expect(201);
  return (body as { question: Question }).question;
}

const content = { text: 'Q?', choices: ['a', 'b'], answer: 0, explanation: '', difficulty: 1 };

/** An attempt and a card of the user. */
export async function insertTraining(prisma: PrismaClient, user_id: string): Promise<void> {
  const copy = { ...content, question_id: uuidv7(), position: 1, category_name: 'Sums' };
  await prisma.quizAttempt.create({ data: { id: uuidv7(), user_id, total: 1, questions: { create: copy } } });
  const category = { create: { id: uuidv7(), name: 'Cards', description: '', position: 1 } };
  const question = { create: { ...content, id: uuidv7(), status: 'draft', source: '', category } };
  const card = { state: { reps: 1 }, due_at: new Date(), user: { connect: { id: user_id } }, question };
  await prisma.trainingCard.create({ data: card });
}
