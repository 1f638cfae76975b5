import { createCalculation } from 'contract/calculations/calculations.ts';
import { createLoan } from 'contract/followed-loans/followed-loans.ts';
import { sendFriendRequest } from 'contract/friends/friends.ts';
import { createNotice } from 'contract/notices/notices.ts';
import { createObjective } from 'contract/objectives/objectives.ts';
import { createQuestion, listCategories } from 'contract/quiz/quiz.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { startAttempt } from 'contract/training/training.ts';
import { befriend } from 'server/src/commands/demo/world.ts';
import { callAs, createUsers, director, newName } from './people.ts';
import type { World } from 'client/test/screens.ts';

const word = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung';

/** The longest possible username. */
const longName = (who: string) => newName(who).padEnd(30, 'm');

/** A user with data on every screen, with the longest possible names and words. If these fit, all others do. */
export async function createWorld(): Promise<World> {
  const [username, friendName, askerName] = [longName('w'), longName('friend'), longName('asker')];
  await createUsers(username, friendName, askerName);
  const [user, friend, asker, staff] = await Promise.all([
    callAs(username),
    callAs(friendName),
    callAs(askerName),
    callAs(director),
  ]);
  await befriend(friend, user);
  await asker.call(sendFriendRequest, undefined, user.id);
  await user.call(createCalculation, { ...createCalculation.bodyExample, name: word, notes: word });
  await user.call(createObjective, { ...createObjective.bodyExample, title: word });
  await user.call(createToken, { ...createToken.bodyExample, name: word.slice(0, 50) });
  const { loan } = await user.call(createLoan, { ...createLoan.bodyExample, name: word });
  const { attempt } = await user.call(startAttempt, startAttempt.bodyExample);

  await staff.call(createNotice, { ...createNotice.bodyExample, title: word, text: word });
  const { data } = await staff.call(listCategories);
  const { question } = await staff.call(createQuestion, {
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
