/** Clients that write all kinds of things, one after the other, and note what they were told. */
import { setTimeout as delay } from 'node:timers/promises';
import { picture } from 'server/test/images.ts';
import { anyValue, type Ledger } from './ledger.ts';
import { type ApiResponse, call, isRefusal, type Person, send } from './people.ts';
import { password, type Server } from './server.ts';

export interface Tally {
  acknowledged: Map<string, number>;
  /** Writes without an answer: they may or may not have come to be. */
  unanswered: number;
  /** Answers of 503. */
  unavailable: number;
  /** Answers that an unanswered write before has made right, such as that it is done already. */
  excused: number;
  /** Answers that no fault excuses. */
  wrong: string[];
  /** Of profile saves, by the user's id, and of edits by staff. */
  saves: Map<string, { acknowledged: number; unanswered: number }>;
  edits: { acknowledged: number; unanswered: number };
  registered: string[];
}

export interface Writers {
  server: Server;
  ledger: Ledger;
  tally: Tally;
  admin: Person;
  /** Resolves while the server is there. */
  up: () => Promise<void>;
  isOver: () => boolean;
}

export const emptyTally = (): Tally => ({
  acknowledged: new Map(),
  unanswered: 0,
  unavailable: 0,
  excused: 0,
  wrong: [],
  saves: new Map(),
  edits: { acknowledged: 0, unanswered: 0 },
  registered: [],
});

const image = await picture(64, 48).png().toBuffer();
/** Steps from one registration, which costs a hash, to the next. */
const registrationEvery = 10;
let number = 0;

interface Write {
  kind: string;
  /** What it changes, and to what. */
  changes: Record<string, string>;
  send: () => Promise<ApiResponse>;
  /** Looked at for answers of success. */
  isRight: (response: ApiResponse) => boolean;
  /** Statuses of refusal that are right here, such as of what an unanswered write has done already. */
  excused?: number[];
}

/** Resolves with the answer of success; undefined where there was none, or one of refusal. */
export async function write(
  writers: Writers,
  { kind, changes, ...rest }: Write,
): Promise<ApiResponse | undefined> {
  const { ledger, tally } = writers;
  for (const [thing, value] of Object.entries(changes)) ledger.attempt(thing, value);
  let response: ApiResponse;
  try {
    response = await rest.send();
  } catch {
    tally.unanswered++;
    // The end of a process takes its connections before anybody knows of it.
    await delay(10);
    await writers.up();
    return undefined;
  }
  if (response.status === 503 || rest.excused?.includes(response.status)) {
    if (response.status === 503) tally.unavailable++;
    else tally.excused++;
    if (response.status === 503 && !isRefusal(response))
      tally.wrong.push(`${kind}: ${JSON.stringify(response)}`);
    await delay(response.status === 503 ? 100 : 0);
    return undefined;
  }
  if (response.status >= 300 || !rest.isRight(response)) {
    tally.wrong.push(`${kind}: ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
    return undefined;
  }
  for (const [thing, value] of Object.entries(changes)) {
    if (value !== anyValue) ledger.acknowledge(thing, value);
  }
  tally.acknowledged.set(kind, (tally.acknowledged.get(kind) ?? 0) + 1);
  return response;
}

/** What one person does, with a friend of their own, until it is over. */
export async function keepWriting(writers: Writers, person: Person, friend: Person): Promise<void> {
  const friendship = { stage: 'none' as Stage, id: '', isUnsure: false, turn: 0 };
  for (let step = number % 7; !writers.isOver(); step++) {
    await saveProfile(writers, person, step);
    await editByStaff(writers, friend);
    await takeFriendStep(writers, person, friend, friendship);
    await toggleBlock(writers, person, step);
    if (step % 5 === 0) await saveImage(writers, person);
    if (step % registrationEvery === 0) await register(writers);
  }
}

async function countSave(writers: Writers, person: Person, saving: Promise<ApiResponse | undefined>) {
  const { saves } = writers.tally;
  const count = saves.get(person.id) ?? { acknowledged: 0, unanswered: 0 };
  saves.set(person.id, count);
  const response = await saving;
  if (response) count.acknowledged++;
  else count.unanswered++;
  return response;
}

/** As JSON and as a form by turns. */
export async function saveProfile(writers: Writers, person: Person, step: number): Promise<void> {
  const path = `/api/user/user/update/${person.id}/`;
  const next = number++;
  const isForm = step % 2 === 1;
  const date = new Date(Date.UTC(1900, 0, 1 + (next % 40_000))).toISOString().slice(0, 10);
  const form = new FormData();
  form.set('date_of_birth', date);
  await countSave(
    writers,
    person,
    write(writers, {
      kind: isForm ? 'profile by form' : 'profile by JSON',
      changes: isForm ? { [`date:${person.id}`]: date } : { [`phone:${person.id}`]: String(next) },
      send: () => call(writers.server, person, 'PUT', path, isForm ? form : { phone_number: String(next) }),
      isRight: ({ body: { user } }) =>
        user?.id === person.id && (isForm ? user.date_of_birth === date : user.phone_number === String(next)),
    }),
  );
}

async function saveImage(writers: Writers, person: Person): Promise<void> {
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image.png');
  const thing = `image:${person.id}`;
  const response = await countSave(
    writers,
    person,
    write(writers, {
      kind: 'image',
      changes: { [thing]: anyValue },
      send: () => call(writers.server, person, 'PUT', `/api/user/user/update/${person.id}/`, form),
      isRight: ({ body }) => Boolean(body.user?.user_image),
    }),
  );
  if (response) writers.ledger.acknowledge(thing, response.body.user?.user_image ?? '');
}

async function editByStaff(writers: Writers, { id }: Person): Promise<void> {
  const { server, admin, tally } = writers;
  const country_name = `Land ${number++}`;
  const response = await write(writers, {
    kind: 'edit by staff',
    changes: { [`country:${id}`]: country_name },
    send: () => call(server, admin, 'PUT', `/api/user/admin/user/update/${id}/`, { country_name }),
    isRight: ({ body: { user } }) => user?.id === id && user.country_name === country_name,
  });
  if (response) tally.edits.acknowledged++;
  else tally.edits.unanswered++;
}

/** Blocking again changes nothing; unblocking what an unanswered write has unblocked is refused. */
async function toggleBlock(writers: Writers, person: Person, step: number): Promise<void> {
  const isBlock = step % 2 === 0;
  const { id } = writers.admin;
  await write(writers, {
    kind: isBlock ? 'block' : 'unblock',
    changes: { [`block:${person.id}`]: isBlock ? 'yes' : 'none' },
    send: () => call(writers.server, person, isBlock ? 'POST' : 'DELETE', `/api/user/block/${id}/`),
    isRight: () => true,
    // Where the block itself was not answered.
    excused: isBlock ? [] : [404],
  });
}

async function register(writers: Writers): Promise<void> {
  const username = `new-${number++}-${process.pid}`;
  const body = { username, email: `${username}@example.org`, password, confirm_password: password };
  const response = await write(writers, {
    kind: 'registration',
    changes: { [`account:${username}`]: 'yes' },
    send: () => send(writers.server, 'POST', '/api/user/register/', { body }),
    isRight: () => true,
  });
  if (response) writers.tally.registered.push(body.email);
}

type Stage = 'none' | 'pending' | 'friends' | 'answered';

interface Friendship {
  stage: Stage;
  /** Of the request. */
  id: string;
  /** A write was not answered, so the stage is only what was read since. */
  isUnsure: boolean;
  turn: number;
}

/** Asks, accepts or rejects by turns, ends the friendship, deletes the request, asks again. */
async function takeFriendStep(
  writers: Writers,
  one: Person,
  other: Person,
  state: Friendship,
): Promise<void> {
  const { server, ledger } = writers;
  const pair = `friends:${one.id}`;
  const request = `request:${state.id}`;
  const action = state.turn % 2 === 0 ? 'accept' : 'reject';
  const steps: Record<Stage, { write: Omit<Write, 'isRight' | 'excused'>; next: Stage; status?: string }> = {
    none: {
      write: {
        kind: 'friend request',
        changes: {},
        send: () => call(server, one, 'POST', `/api/user/send_friend_request/${other.id}/`),
      },
      status: 'pending',
      next: 'pending',
    },
    pending: {
      write: {
        kind: 'answer to a friend request',
        changes: { [request]: `${action}ed`, ...(action === 'accept' && { [pair]: 'yes' }) },
        send: () => call(server, other, 'POST', `/api/user/respond_friend_request/${state.id}/`, { action }),
      },
      status: `${action}ed`,
      next: action === 'accept' ? 'friends' : 'answered',
    },
    friends: {
      write: {
        kind: 'end of a friendship',
        changes: { [pair]: 'none' },
        send: () => call(server, one, 'POST', `/api/user/remove_friend/${other.id}/`),
      },
      next: 'answered',
    },
    answered: {
      write: {
        kind: 'deletion of a friend request',
        changes: { [request]: 'none' },
        send: () => call(server, one, 'DELETE', `/api/user/delete_friend_request/${state.id}/`),
      },
      next: 'none',
    },
  };
  const { write: wanted, next, status } = steps[state.stage];
  const response = await write(writers, {
    ...wanted,
    isRight: ({ body }) => status === undefined || body.request?.status === status,
    excused: state.isUnsure ? [404, 409] : [],
  });
  if (!response) return findStage(writers, one, other, state);
  if (state.stage === 'none') {
    state.id = response.body.request?.id ?? '';
    ledger.acknowledge(`request:${state.id}`, 'pending');
  }
  if (next === 'none') state.turn++;
  Object.assign(state, { stage: next, isUnsure: false });
}

/** What an unanswered write came to: if not yet, it may still come before the next one. */
async function findStage(writers: Writers, one: Person, other: Person, state: Friendship): Promise<void> {
  state.isUnsure = true;
  const { server, ledger } = writers;
  const response = await call(server, one, 'GET', '/api/user/list_friend_requests/').catch(() => undefined);
  if (response?.status !== 200) return;
  const { sent_requests = [], friends = [] } = response.body;
  const request = sent_requests.find(({ to_user_id }) => to_user_id === other.id);
  const isFriend = friends.some(({ id }) => id === other.id);
  if (state.id)
    ledger.see(`request:${state.id}`, sent_requests.find(({ id }) => id === state.id)?.status ?? 'none');
  ledger.see(`friends:${one.id}`, isFriend ? 'yes' : 'none');
  if (request && request.id !== state.id) ledger.acknowledge(`request:${request.id}`, request.status);
  state.id = request?.id ?? '';
  state.stage =
    request?.status === 'pending' ? 'pending' : isFriend ? 'friends' : request ? 'answered' : 'none';
}
