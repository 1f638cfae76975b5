import { type APIRequestContext, expect } from '@playwright/test';
import { createCalculation } from 'contract/calculations/calculations.ts';
import { createLoan } from 'contract/followed-loans/followed-loans.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { createObjective } from 'contract/objectives/objectives.ts';
import { createQuestion, listCategories } from 'contract/quiz/quiz.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { startAttempt } from 'contract/training/training.ts';
import { bearerOf, director, createUser, newName } from './people.ts';
import type { World } from 'client/test/screens.ts';

const word = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung';

/** The longest possible username. */
const longName = (who: string) => newName(who).padEnd(30, 'm');

/** A user with data on every screen, with the longest possible names and words. If these fit, all others do. */
export async function createWorld(request: APIRequestContext): Promise<World> {
  const [username, friend, asker] = [longName('w'), longName('friend'), longName('asker')];
  const register = async (name: string) => {
    await createUser(name);
    return bearerOf(request, name);
  };
  const [user, other, third, staff] = await Promise.all([
    register(username),
    register(friend),
    register(asker),
    bearerOf(request, director),
  ]);
  const post = async <Answer>(who: typeof user, url: string, data?: object): Promise<Answer> => {
    const response = await request.post(url, { headers: who.headers, ...(data && { data }) });
    expect(response.ok(), `${url}: ${await response.text()}`).toBe(true);
    return (await response.json()) as Answer;
  };

  const asked = await post<{ request: { id: string } }>(other, `/api/user/send_friend_request/${user.id}/`);
  await post(user, `/api/user/respond_friend_request/${asked.request.id}/`, { action: 'accept' });
  await post(third, `/api/user/send_friend_request/${user.id}/`);
  await post(user, createCalculation.url, { ...createCalculation.bodyExample, name: word, notes: word });
  await post(user, createObjective.url, { ...createObjective.bodyExample, title: word });
  await post(user, createToken.url, { ...createToken.bodyExample, name: word.slice(0, 50) });
  const { loan } = await post<{ loan: { id: string } }>(user, createLoan.url, {
    ...createLoan.bodyExample,
    name: word,
  });
  const { attempt } = await post<{ attempt: { id: string } }>(
    user,
    startAttempt.url,
    startAttempt.bodyExample,
  );

  await post(staff, createNotice.url, { ...createNotice.bodyExample, title: word, text: word });
  const categories = await request.get(listCategories.url, { headers: staff.headers });
  const { data } = listCategories.responses[200].schema.parse(await categories.json());
  const { question } = await post<{ question: { id: string } }>(staff, createQuestion.url, {
    ...createQuestion.bodyExample,
    text: word,
    choices: [word, 'Nein'],
    answer: 0,
    explanation: word,
    category_id: data[0]?.id,
    status: 'draft',
  });
  return {
    username,
    userId: user.id,
    attemptId: attempt.id,
    questionId: question.id,
    loanId: loan.id,
  };
}
