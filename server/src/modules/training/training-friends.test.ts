import { updatePreferences } from 'contract/preferences.ts';
import { listTrainingFriends } from 'contract/training.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { befriend, createPerson, type TestPerson } from '#test/friends.ts';
import { callerOf } from '#test/quiz.ts';

const test = useTestApp();
const share = (person: TestPerson, share_training: boolean) =>
  callerOf(test, () => person.access)(updatePreferences, { body: { share_training } }).expect(200);

async function attempt({ user }: TestPerson, total: number, correct: number, isFinished = true) {
  await test.database.prisma.quizAttempt.create({
    data: {
      id: uuidv7(),
      user_id: user.id,
      total,
      answered: isFinished ? total : correct,
      correct,
      finished_at: isFinished ? new Date() : null,
    },
  });
}

const seenBy = async (person: TestPerson) => {
  const { body } = await callerOf(test, () => person.access)(listTrainingFriends).expect(200);
  return (body as { data: object[] }).data;
};

it('friends who both share see one another’s finished attempts, and nobody else sees anything', async () => {
  const [ada, grace, kay, stranger] = [
    await createPerson(test, { username: 'ada' }),
    await createPerson(test, { username: 'Grace' }),
    await createPerson(test, { username: 'kay' }),
    await createPerson(test, { username: 'stranger' }),
  ];
  await befriend(ada, grace);
  await befriend(kay, ada);
  await attempt(grace, 4, 4);
  await attempt(grace, 6, 1);
  await attempt(grace, 50, 20, false);
  await attempt(ada, 3, 1);
  await attempt(stranger, 5, 5);

  for (const person of [grace, stranger]) await share(person, true);
  expect(await seenBy(ada)).toEqual([]);
  expect(await seenBy(grace)).toEqual([]);
  await share(ada, true);
  const shown = { id: grace.user.id, username: 'Grace', user_image: null, finished: 2, correct_share: 0.5 };
  expect(await seenBy(ada)).toEqual([shown]);
  expect(await seenBy(grace)).toMatchObject([{ username: 'ada', finished: 1, correct_share: 1 / 3 }]);
  await share(kay, true);
  expect(await seenBy(ada)).toEqual([
    shown,
    { id: kay.user.id, username: 'kay', user_image: null, finished: 0, correct_share: 0 },
  ]);
  expect(await seenBy(stranger)).toEqual([]);

  await share(grace, false);
  expect(await seenBy(ada)).toMatchObject([{ username: 'kay' }]);
  expect(await seenBy(grace)).toEqual([]);
  await kay.remove(ada.user).expect(200);
  expect(await seenBy(ada)).toEqual([]);
});
