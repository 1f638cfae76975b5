import { createCategory } from 'contract/quiz/quiz.ts';
import { exportUser } from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { insertRowsAbout } from '#test/rows-about-users.ts';

const test = useTestApp();

/** Where a column is in the export, as `list.field`, or why it is left out. */
type Place = string | { leftOut: string };

const leftOut = (reason: string) => ({ leftOut: reason });
const owner = leftOut('The user whose export it is.');
const parent = leftOut('The row that contains it in the export.');
const secret = leftOut('A secret, or the hash of one.');
const seal = leftOut('Proves that nobody changed the event.');
const isOfOther = leftOut('Data about the other user.');
const work = leftOut('A state of the server, which describes nothing that the user did.');

/** `columns` is their names with spaces between. */
const inList = (list: string, columns: string, others: Record<string, Place> = {}) => ({
  ...Object.fromEntries(columns.split(' ').map((column) => [column, `${list}.${column}`])),
  ...others,
});

const allLeftOut = (columns: string, reason: string) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, leftOut(reason)]));

const places: Record<string, Record<string, Place>> = {
  users: inList(
    'user',
    'id username email email_verified_at pending_email must_change_password ' +
      'date_of_birth country_name country_code phone_number user_image is_superuser ' +
      'is_active is_staff is_premium_user last_login date_updated created_at suspended_until suspension_reason',
    {
      password_hash: secret,
      has_password: leftOut('Follows from the ways to sign in.'),
      password_expires_at: leftOut(
        'Null for everybody who may export: a temporary password allows only its change.',
      ),
      deletion_asked_at: leftOut('Null for everybody who can sign in.'),
      stays_disabled: leftOut('Only of an account that waits for its deletion, which nobody can sign in to.'),
    },
  ),
  preferences: inList(
    'user.preferences',
    'friend_request friend_accepted new_sign_in account_change storage_nearly_full ' +
      'cash_rate_change cash_rate_mail new_figures rate_gap calculation_shared ' +
      'loan_fault loan_reminder loan_decision attack failures system share_training findable',
    { user_id: owner },
  ),
  sessions: inList(
    'sessions',
    'id created_at authenticated_at expires_at last_used_at ip_address user_agent ' +
      'device_id revoked_at second_factor_at began_without_password',
    {
      user_id: owner,
      refresh_token_hash: secret,
      read_only_until: work,
      is_by_passkey: 'sessions.is_without_password',
    },
  ),
  export_links: allLeftOut(
    'id session_id operation body expires_at',
    'Deleted after a minute. The export itself is in `actions`.',
  ),
  test_mails: allLeftOut(
    'id user_id requested_at outcome host code answer',
    'Deleted after a day. It says what the mail server answered, which describes nothing of the user.',
  ),
  devices: inList('devices', 'id user_agent created_at last_used_at', { user_id: owner }),
  sign_ins: inList('sign_ins', 'created_at ip_address user_agent result', {
    id: work,
    user_id: owner,
    address_group: leftOut('The network of `ip_address`.'),
  }),
  api_tokens: inList(
    'tokens',
    'id name scopes prefix created_at expires_at last_used_at noticed_at is_by_factor',
    { user_id: owner, token_hash: secret, ip_address: leftOut('No build writes it any more.') },
  ),
  invitations: inList('invitations', 'id note max_uses uses created_at expires_at', {
    created_by_id: owner,
    token_hash: secret,
  }),
  invitation_uses: inList('invited', 'invitation_id created_at', {
    id: work,
    inviter_id: 'invited.inviter',
    user_id: 'invited.user',
  }),
  superuser_addresses: inList('superuser_addresses', 'ip_address last_seen_at', { user_id: owner }),
  login_guards: inList('failed_sign_ins', 'attempts next_try_at updated_at', {
    key: 'failed_sign_ins.counted_on',
    user_id: owner,
    undecided: work,
    recorded_wait: work,
  }),
  account_links: inList(
    'mailed_links',
    'purpose email created_at expires_at used_at redeemed_at second_factor_id identity_id',
    { id: secret, nonce: secret, user_id: owner },
  ),
  identities: inList('identities', 'id issuer subject name email linked_at last_used_at', { user_id: owner }),
  second_factors: inList(
    'second_factors',
    'id method name created_at confirmed_at last_used_at credential_id transports',
    { user_id: owner, sealed_secret: secret, last_step: work, public_key: work, counter: work },
  ),
  recovery_codes: inList('recovery_codes', 'created_at', { user_id: owner, code_hash: secret }),
  second_factor_tries: inList('wrong_second_factors', 'purpose wrong_at', { user_id: owner }),
  files: inList('files', 'key size_bytes created_at', { user_id: owner }),
  friend_requests: inList('friend_requests', 'id status answered_at', {
    from_user_id: 'friend_requests.from_user_id',
    to_user_id: 'friend_requests.to_user_id',
    created_at: 'friend_requests.timestamp',
  }),
  friend_request_uses: inList('recent_friend_requests', 'created_at', { id: work, user_id: owner }),
  friendships: { low_user_id: 'friends.id', high_user_id: 'friends.id', created_at: 'friends.since' },
  blocks: {
    blocker_id: leftOut('The user whose export it is. The blocked are not told.'),
    blocked_id: 'blocked_users.id',
    created_at: 'blocked_users.since',
  },
  calculations: inList(
    'calculations',
    'id name kind input notes rates_from rate_day rate_gap_on created_at date_updated',
    {
      user_id: owner,
      summary: leftOut('The result of `input`.'),
      calculated: 'calculations.method',
    },
  ),
  calculation_shares: {
    calculation_id: 'calculations_of_friends.id',
    friend_id: 'calculations.shared_with',
    low_user_id: 'calculations_of_friends.by',
    high_user_id: 'calculations_of_friends.by',
  },
  followed_loans: inList(
    'followed_loans',
    'id name input row_versions version changes restorable created_at date_updated',
    {
      user_id: owner,
      headline: leftOut('The result of `input`.'),
      method: leftOut('Of the headline.'),
      pair_id: 'followed_loans.co_owner',
      low_user_id: 'followed_loans.co_owner',
      high_user_id: 'followed_loans.co_owner',
      reminded_for: work,
      decision_reminded: work,
    },
  ),
  loan_invitations: inList('loan_invitations', 'loan_id created_at', {
    friend_id: 'loan_invitations.to',
    low_user_id: 'loan_invitations.by',
    high_user_id: 'loan_invitations.by',
  }),
  objectives: inList('objectives', 'id title kind target_date loan_id', {
    user_id: owner,
    target_cents: 'objectives.target_amount',
    current_cents: 'objectives.current_amount',
  }),
  objective_amounts: {
    objective_id: parent,
    date: 'objectives.history',
    amount_cents: 'objectives.history',
  },
  ip_records: inList('ip_records', 'id ip_address action created_at', { user_id: owner }),
  log_records: allLeftOut(
    'id message level from_proxy created_at user_id',
    'Each belongs to one of `events`.',
  ),
  settings: allLeftOut(
    'key value updated_by_id updated_at',
    'Settings of the site. The change is one of `actions`.',
  ),
  audit_events: inList('events', 'created_at action occurrences', {
    id: work,
    transaction_id: work,
    actor_id: 'events.by',
    target_id: 'actions.target_id',
    details_hash: seal,
    client_hash: seal,
  }),
  audit_details: {
    event_id: parent,
    salt: seal,
    details: 'events.details',
    client_salt: seal,
    ip_address: 'actions.ip_address',
    user_agent: 'actions.user_agent',
    view_key: leftOut('Decides whether a page of a list was read before in the same hour.'),
  },
  quiz_attempts: inList('training_attempts', 'id started_at finished_at total answered correct', {
    user_id: owner,
    answered_at: work,
  }),
  quiz_attempt_questions: {
    attempt_id: parent,
    position: leftOut('The order of the list.'),
    figures: leftOut('They are in the text.'),
    tolerance: leftOut('Decides what is right, which `is_correct` says.'),
    answer_seconds: work,
    ...Object.fromEntries(
      (
        'question_id kind unit exact_answer calculation chosen_value is_correct ' +
        'text choices answer explanation category_name difficulty chosen'
      )
        .split(' ')
        .map((column) => [column, 'training_attempts.questions']),
    ),
  },
  training_cards: inList('training_cards', 'question_id state due_at', { user_id: owner }),
  notifications: inList('notifications', 'id kind title text level link created_at read_at', {
    user_id: owner,
    about_user_id: 'notifications.about_user_id',
  }),
  dataset_follows: inList('followed_datasets', 'slug created_at notified_to', { user_id: owner }),
  cash_rate_notices: inList('cash_rate_notices', 'date target', { user_id: owner }),
  notices: inList('notices', 'id title text level starts_at ends_at withdrawn_at', {
    user_id: owner,
    audience: leftOut('Always the user.'),
    is_draft: leftOut('Always false: staff may still change or delete a draft.'),
    created_by_id: isOfOther,
    created_at: work,
    date_updated: work,
    search_text: leftOut('Title and text in lower case.'),
  }),
  acquaintances: {
    low_user_id: 'acquaintances.id',
    high_user_id: 'acquaintances.id',
    created_at: 'acquaintances.since',
  },
  flags: inList(
    'reported_people',
    'id user_id subject reason text username calculation_id calculation_name created_at',
    {
      flagger_id: owner,
      answer_id: 'reported_people.outcome',
      image_key: isOfOther,
      is_counted: work,
    },
  ),
  flag_answers: {
    id: work,
    user_id: owner,
    subject: leftOut('It would tell what others have reported.'),
    agent_id: isOfOther,
    outcome: 'answers_of_staff.outcome',
    note: leftOut('For staff. It may say what others have reported.'),
    message: 'answers_of_staff.message',
    answered_at: 'answers_of_staff.day',
  },
  user_notes: inList('staff_notes', 'text created_at', { id: work, user_id: owner, author_id: isOfOther }),
  view_reasons: allLeftOut(
    'agent_id user_id reason expires_at',
    'Applies for an hour. The reason is in the details of the access.',
  ),
  network_blocks: allLeftOut(
    'id network reason created_at created_by_id ends_at ended_at ended_by_id end_reason refused revision',
    'Blocks of the site. Setting or ending one is one of `actions`.',
  ),
  idempotency_keys: allLeftOut(
    'user_id operation key body_hash status record_id response created_at',
    'Deleted after a day. What the request created is in its own list.',
  ),
  notice_reads: inList('notices_read', 'notice_id read_at', { user_id: owner }),
};

/** Every table with a user's id, and every table below them. */
async function columnsAboutUsers(): Promise<Record<string, string[]>> {
  const { rows } = await test.database.pool.query<{ name: string; columns: string[] }>(`
    WITH RECURSIVE about_users AS (
      SELECT 'users'::regclass::oid AS id
      UNION SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
        WHERE attname ~ '(^|_)(user|actor|target)_id$' AND relnamespace = 'public'::regnamespace
      UNION SELECT conrelid FROM pg_constraint JOIN about_users ON confrelid = about_users.id
    )
    SELECT relname AS name, array_agg(attname::text) AS columns
    FROM about_users JOIN pg_class ON pg_class.oid = id JOIN pg_attribute ON attrelid = id
    WHERE attnum > 0 AND NOT attisdropped GROUP BY relname`);
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()]));
}

type Exported = Record<string, object | object[]>;

describe('the export of a user’s data', () => {
  let exported: Exported;
  beforeAll(async () => {
    const { user, access } = await createCaller(test, { is_staff: true });
    await insertRowsAbout(test, user, await createUser(test));
    await callApi(test, createCategory, { access, body: { name: 'Sums' } }).expect(201);
    exported = (await callApi(test, exportUser, { access }).expect(200)).body as Exported;
  });

  it('has a place, or a reason for leaving it out, for every column about a user', async () => {
    const declared = Object.entries(places).map(([table, columns]) => [
      table,
      Object.keys(columns).toSorted(),
    ]);
    expect(Object.fromEntries(declared)).toEqual(await columnsAboutUsers());
  });

  it('contains every column that has a place', () => {
    const missing = Object.entries(places).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, place]) => {
        if (typeof place !== 'string') return [];
        const path = place.split('.');
        const found = path.reduce<unknown>(
          (value, name) => (Array.isArray(value) ? value[0] : value)?.[name],
          exported,
        );
        return found === undefined ? [`${table}.${column}: ${place}`] : [];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('says which calculations are marked as variable, and contains no notice before its time', () => {
    expect(exported['calculations']).toMatchObject([{ variable_rate: true }]);
    expect(exported['notices']).toMatchObject([{ title: 'To you' }]);
  });
});
