import type { BankQuestion, Category, Question } from 'contract/quiz-fields.ts';
import { createCategory, createQuestion, importQuestions } from 'contract/quiz.ts';
import type { Route } from 'contract/route.ts';
import request, { type Test } from 'supertest';
import type { TestApp } from '#test/app.ts';

export type Caller = (route: Route, given?: { id?: string; query?: object; body?: object }) => Test;

/** Calls of one who holds an access token. */
export function callerOf(test: TestApp, access: () => string): Caller {
  return ({ method, url }, { id = '', query = {}, body } = {}) => {
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const path = url.replace(':id', id);
    const agent = request(test.app.server);
    const call = agent[verb](path).set('authorization', `Bearer ${access()}`).query(query);
    return body === undefined ? call : call.send(body);
  };
}

export function upload({ app }: TestApp, access: string, file: string | Buffer, dryRun?: boolean): Test {
  const call = request(app.server)
    .post(importQuestions.url)
    .set('authorization', `Bearer ${access}`)
    .attach('file', Buffer.from(file), 'bank');
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

export async function makeCategory(staff: Caller, name: string): Promise<Category> {
  const { body } = await staff(createCategory, { body: { name } }).expect(201);
  return (body as { category: Category }).category;
}

export async function makeQuestion(
  staff: Caller,
  category: Category,
  change: Partial<Question> = {},
): Promise<Question> {
  const { category: _, ...content } = bankQuestion();
  const given = { ...content, category_id: category.id, ...change };
  const { body } = await staff(createQuestion, { body: given }).expect(201);
  return (body as { question: Question }).question;
}
