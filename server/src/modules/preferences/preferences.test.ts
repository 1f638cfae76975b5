import {
  type Preferences,
  defaultPreferences,
  getPreferences,
  updatePreferences,
} from 'contract/preferences.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createPerson, type TestPerson } from '#test/friends.ts';
import { updatePreferences as updateStored } from './preferences.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const read = async ({ access }: TestPerson) =>
  (await callApi(test, getPreferences, { access }).expect(200)).body as Preferences;
const change = ({ access }: TestPerson, changes: object) =>
  callApi(test, updatePreferences, { access, body: changes });

describe('preferences', () => {
  it('are on but for sharing until changed, and each change leaves the others', async () => {
    const [ada, grace] = [await createPerson(test), await createPerson(test)];
    expect(await read(ada)).toEqual(defaultPreferences);
    expect((await change(ada, { share_training: true }).expect(200)).body).toEqual({
      ...defaultPreferences,
      share_training: true,
    });
    await change(ada, { friend_request: false, findable: false }).expect(200);
    await change(ada, {}).expect(200);
    expect(await read(ada)).toEqual({
      ...defaultPreferences,
      share_training: true,
      friend_request: false,
      findable: false,
    });
    expect(await read(grace)).toEqual(defaultPreferences);
  });

  it('refuse what is no switch, and change nothing then', async () => {
    const ada = await createPerson(test);
    for (const wrong of [{ findable: 'no' }, { findable: null }, { findable: false, theme: true }, []]) {
      expect((await change(ada, wrong).expect(400)).body).toMatchObject({ code: 'validation_failed' });
    }
    expect(await read(ada)).toEqual(defaultPreferences);
  });

  it('of a user who was deleted meanwhile are refused as a session that is over', async () => {
    const changed = updateStored(test.dependencies, { user: { id: uuidv7() } }, { findable: false });
    await expect(changed).rejects.toMatchObject({ code: 'token_not_valid' });
  });

  it('keep who is not findable out of every search, and let them in again', async () => {
    const [ada, hidden] = [await createPerson(test), await createPerson(test, { username: 'margaret.h' })];
    const search = () => Promise.all(['margaret.h', 'marg', 'garet'].map((text) => ada.found(text)));
    expect(await search()).toEqual([['margaret.h'], ['margaret.h'], ['margaret.h']]);
    await change(hidden, { findable: false }).expect(200);
    expect(await search()).toEqual([[], [], []]);
    await change(hidden, { findable: true }).expect(200);
    expect(await search()).toEqual([['margaret.h'], ['margaret.h'], ['margaret.h']]);
  });
});
