/** Clients that send all kinds of writes in sequence. */
import { operations } from 'contract/operations.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { picture } from 'server/test/images.ts';
import { anyValue, openLedger } from './ledger.ts';
import { call, callAsGuest, type Person } from './people.ts';
import type { Server } from './server.ts';
import { type Counts, emptyTally, write, type Writers } from './write.ts';

/** The first half of the users write until `end`. Staff edit those of the second half. */
export function startWriting(
  server: Server,
  admin: Person,
  people: Person[],
  up: () => Promise<void> = async () => {},
) {
  const ledger = openLedger();
  const tally = emptyTally();
  let isOver = false;
  const writers: Writers = { server, ledger, tally, admin, up, isOver: () => isOver };
  const half = people.length / 2;
  const writing = Promise.all(
    people.slice(0, half).map((one, index) => writeRepeatedly(writers, one, people[half + index] ?? one)),
  );
  return {
    ledger,
    tally,
    acknowledged: () => [...tally.acknowledged.values()].reduce((sum, count) => sum + count, 0),
    isOver: () => isOver,
    end: async () => {
      isOver = true;
      await writing;
    },
  };
}

const image = await picture(64, 48).png().toBuffer();
let number = 0;

/** The writes of one user, and the edits of another, until the end. */
async function writeRepeatedly(writers: Writers, person: Person, edited: Person): Promise<void> {
  for (let step = number % 7; !writers.isOver(); step++) {
    await saveProfile(writers, person, step);
    await editByStaff(writers, edited);
    await toggleBlock(writers, person, step);
    if (step % 5 === 0) await saveImage(writers, person);
    // Both hash a password, which is slow.
    if (step % 10 === 0) await register(writers);
    if (step % 10 === 5) await startSession(writers, person);
  }
}

/** The counts of a user's saves. */
function savesOf({ tally: { saves } }: Writers, { id }: Person): Counts {
  const counts = saves.get(id) ?? { acknowledged: 0, unanswered: 0 };
  saves.set(id, counts);
  return counts;
}

/** Sends JSON and forms in turn. */
async function saveProfile(writers: Writers, person: Person, step: number): Promise<void> {
  const next = number++;
  const isForm = step % 2 === 1;
  const date = new Date(Date.UTC(1900, 0, 1 + (next % 40_000))).toISOString().slice(0, 10);
  const form = new FormData();
  form.set('date_of_birth', date);
  await write(writers, {
    kind: isForm ? 'profile by form' : 'profile by JSON',
    changes: isForm ? { [`date:${person.id}`]: date } : { [`phone:${person.id}`]: String(next) },
    counts: savesOf(writers, person),
    send: () =>
      call(writers.server, person, operations.updateUser, {
        id: person.id,
        body: isForm ? form : { phone_number: String(next) },
      }),
    isRight: ({ body: { user } }) =>
      user?.id === person.id && (isForm ? user.date_of_birth === date : user.phone_number === String(next)),
  });
}

async function saveImage(writers: Writers, person: Person): Promise<void> {
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image.png');
  const thing = `image:${person.id}`;
  const response = await write(writers, {
    kind: 'image',
    changes: { [thing]: anyValue },
    counts: savesOf(writers, person),
    send: () => call(writers.server, person, operations.updateUser, { id: person.id, body: form }),
    isRight: ({ body }) => Boolean(body.user?.user_image),
  });
  if (response) writers.ledger.acknowledge(thing, response.body.user?.user_image ?? '');
}

async function editByStaff(writers: Writers, { id }: Person): Promise<void> {
  const { server, admin, tally } = writers;
  const country_name = `Land ${number++}`;
  await write(writers, {
    kind: 'edit by staff',
    changes: { [`country:${id}`]: country_name },
    counts: tally.edits,
    send: () => call(server, admin, operations.adminUpdateUser, { id, body: { country_name } }),
    isRight: ({ body: { user } }) => user?.id === id && user.country_name === country_name,
  });
}

/** Blocking twice changes nothing. Unblocking twice is refused, after a write without a response. */
async function toggleBlock(writers: Writers, person: Person, step: number): Promise<void> {
  const isBlock = step % 2 === 0;
  const { id } = writers.admin;
  await write(writers, {
    kind: isBlock ? 'block' : 'unblock',
    changes: { [`block:${person.id}`]: isBlock ? 'yes' : 'none' },
    send: () => call(writers.server, person, isBlock ? operations.blockUser : operations.unblockUser, { id }),
    // The block itself may have got no response.
    excused: isBlock ? [] : [404],
  });
}

async function startSession(writers: Writers, { username }: Person): Promise<void> {
  const body = { username_or_email: username, password: demoPassword };
  const response = await write(writers, {
    kind: 'sign-in',
    changes: {},
    send: () => callAsGuest(writers.server, operations.login, { body }),
    isRight: ({ body: { access } }) => access !== undefined,
  });
  if (response) writers.ledger.acknowledge(`session:${sessionOf(response.body.access ?? '')}`, 'yes');
}

/** The id of the session that an access token names. */
function sessionOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }).sid;
}

async function register(writers: Writers): Promise<void> {
  const username = `new-${number++}-${process.pid}`;
  const body = {
    username,
    email: `${username}@example.org`,
    password: demoPassword,
    confirm_password: demoPassword,
  };
  const response = await write(writers, {
    kind: 'registration',
    changes: { [`account:${username}`]: 'yes' },
    send: () => callAsGuest(writers.server, operations.registerUser, { body }),
  });
  if (response) writers.tally.registered.push(body.email);
}
