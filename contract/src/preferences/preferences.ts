import { z } from 'zod';
import { LinkPath } from 'contract/accounts/accounts.ts';
import { message } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';

export const preferenceMessages = {
  unsubscribed: 'You will get no more emails about changes of the cash rate.',
  unsubscribeLinkInvalid: 'This link is not valid. Turn the emails off in your profile.',
} as const;

const Switch = z.boolean('Must be true or false.');

export const Preferences = z
  .object({
    friend_request: Switch,
    friend_accepted: Switch,
    new_sign_in: Switch,
    account_change: Switch,
    storage_nearly_full: Switch,
    cash_rate_change: Switch.describe(
      'Whether a change of the cash rate notifies the user of what it does to variable calculations.',
    ),
    cash_rate_mail: Switch.describe('Whether an email is sent as well, if `cash_rate_change` is on.'),
    new_figures: Switch.describe(
      'Whether new figures of the datasets that the user follows notify the user.',
    ),
    rate_gap: Switch.describe(
      'Whether the user is notified once a year if the rate of a variable loan is above the average. With `cash_rate_mail` an email is sent as well.',
    ),
    calculation_shared: Switch.describe(
      'Whether a calculation that a friend shares, or an invitation to follow a loan together, notifies the user.',
    ),
    loan_fault: Switch.describe(
      'Whether an interest charge of a followed loan that differs notifies the user.',
    ),
    loan_reminder: Switch.describe(
      'Whether the user is reminded each month of the next file of a followed loan.',
    ),
    loan_decision: Switch.describe(
      'Whether the user is notified when a rate decision should have reached a followed loan.',
    ),
    attack: Switch.describe('Whether staff are notified of many failed sign-ins from one network.'),
    failures: Switch.describe('Whether staff are notified of a new kind of error.'),
    system: Switch.describe(
      'Whether staff are notified of stopped seals, failed refreshes, a nearly full disk and late emails.',
    ),
    share_training: Switch.describe(
      'Whether friends who also share their results see the user’s quiz results.',
    ),
    findable: Switch.describe('Whether other users can find the user in a search.'),
  })
  .meta({ id: 'Preferences' });

export type Preferences = z.infer<typeof Preferences>;

export const defaultPreferences: Preferences = {
  friend_request: true,
  friend_accepted: true,
  new_sign_in: true,
  account_change: true,
  storage_nearly_full: true,
  cash_rate_change: true,
  cash_rate_mail: false,
  new_figures: true,
  rate_gap: true,
  calculation_shared: true,
  loan_fault: true,
  loan_reminder: true,
  loan_decision: true,
  attack: true,
  failures: true,
  system: true,
  share_training: false,
  findable: true,
};

export const getPreferences = route('getPreferences', {
  summary: 'Read the user’s preferences',
  response: json(Preferences, defaultPreferences, 'Every switch.'),
});

export const updatePreferences = route('updatePreferences', {
  summary: 'Change the user’s preferences',
  description:
    'Takes any of the switches. The others do not change. A notification whose switch is off does not appear under the bell. Security emails are always sent.',
  body: z.strictObject(Preferences.shape).exactPartial(),
  bodyExample: { friend_accepted: false },
  response: json(
    Preferences,
    { ...defaultPreferences, friend_accepted: false },
    'The current value of every switch.',
  ),
});

export const unsubscribe = route('unsubscribe', {
  summary: 'End the emails about changes of the cash rate',
  description:
    'Follows the link in such an email, which does not expire and can be used again. Takes any body of any type, or none, as RFC 8058 requires.',
  params: LinkPath,
  ignoresBody: true,
  response: message(preferenceMessages.unsubscribed, 'The emails have ended.'),
  errors: ['invalid_link'],
  rateLimit: { max: 60, windowSeconds: 3_600 },
});
