import type { BankQuestion, Category, Question } from 'contract/quiz/quiz-fields.ts';
import { createCategory, createQuestion, importQuestions } from 'contract/quiz/quiz.ts';
import type { Route } from 'contract/route.ts';
import type { Test } from 'supertest';
import type { TestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';

export type Caller = (route: Route, options?: CallOptions) => Test;

/** Calls with an access token. */
export const callerOf =
  (test: TestApp, access: () => string): Caller =>
  (route, options) =>
    callApi(test, route, { ...options, access: access() });

export function upload(test: TestApp, access: string, file: string | Buffer, dryRun?: boolean): Test {
  const call = callApi(test, importQuestions, { access }).attach('file', Buffer.from(file), 'bank');
  return dryRun === undefined ? call : call.field('dry_run', String(dryRun));
}

export const bankQuestion = (change: Partial<BankQuestion> = {}): BankQuestion => ({
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
