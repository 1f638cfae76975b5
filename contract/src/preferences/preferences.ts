import { z } from 'zod';
import { json, route } from 'contract/route.ts';

const Switch = z.boolean('Must be true or false.');

export const Preferences = z
  .object({
    friend_request: Switch,
    friend_accepted: Switch,
    new_sign_in: Switch,
    account_change: Switch,
    storage_nearly_full: Switch,
    share_training: Switch.meta({ description: 'Friends who share too see the quiz results.' }),
    findable: Switch.meta({ description: 'Whether searches of other users find the user.' }),
  })
  .meta({ id: 'Preferences' });

export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = {
  friend_request: true,
  friend_accepted: true,
  new_sign_in: true,
  account_change: true,
  storage_nearly_full: true,
  share_training: false,
  findable: true,
};

export const getPreferences = route('getPreferences', {
  summary: 'Read one’s preferences',
  responses: { 200: json(Preferences, defaultPreferences, 'Every switch.') },
});

export const updatePreferences = route('updatePreferences', {
  summary: 'Change one’s preferences',
  description:
    'Any of the switches; the others stay. A switch that is off keeps its event from the bell. Security mails are sent whatever it says.',
  body: z.strictObject(Preferences.shape).exactPartial(),
  bodyExample: { friend_accepted: false },
  responses: {
    200: json(Preferences, { ...defaultPreferences, friend_accepted: false }, 'Every switch, as it is now.'),
  },
});
