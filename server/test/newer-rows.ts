/** The columns of text and JSON, and what a newer version may write to them. */

const list = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Columns whose text names one of several kinds, of which a newer version may have more. */
export const kinds = list(
  'account_links.purpose alerts.kind alerts.key api_tokens.scopes audit_events.action bulk_actions.action bulk_actions.noun',
  'calculations.kind dataset_follows.slug dataset_refreshes.slug dataset_refreshes.state dataset_vintages.origin',
  'dataset_vintages.slug export_links.operation friend_requests.status idempotency_keys.operation imported_datasets.slug',
  'flag_answers.outcome flag_answers.subject flags.reason flags.subject ip_records.action log_records.level notices.audience notices.level',
  'notifications.kind notifications.level objectives.kind quiz_attempt_questions.kind quiz_attempt_questions.unit',
  'quiz_questions.kind quiz_questions.status quiz_questions.unit removed_records.list report_hours.action',
  'second_factor_tries.purpose second_factors.method second_factors.transports settings.key sign_ins.result test_mails.outcome',
  'users.country_code',
);

/** What people wrote, names, addresses, keys, hashes and dates. */
export const otherTexts = list(
  'account_links.email api_tokens.ip_address api_tokens.name api_tokens.prefix audit_details.details audit_details.ip_address',
  'audit_details.user_agent audit_seals.key_name calculations.name calculations.notes calculations.rates_from',
  'dataset_follows.notified_to dataset_refreshes.etag dataset_refreshes.last_modified dataset_refreshes.reason',
  'dataset_refreshes.url dataset_vintages.first dataset_vintages.last dataset_vintages.sha256 dataset_vintages.url',
  'devices.user_agent flag_answers.message flag_answers.note flags.calculation_name flags.image_key flags.text flags.username files.key followed_loans.name idempotency_keys.key identities.email identities.issuer identities.name',
  'identities.subject invitations.note ip_records.ip_address list_totals.category list_totals.list log_records.message login_guards.key mail_budget_uses.recipient_key',
  'network_blocks.end_reason network_blocks.network network_blocks.reason notices.search_text notices.text notices.title',
  'notifications.link notifications.text notifications.title objectives.title quiz_attempt_questions.category_name',
  'quiz_attempt_questions.choices quiz_attempt_questions.explanation quiz_attempt_questions.text',
  'quiz_categories.description quiz_categories.name quiz_questions.choices quiz_questions.explanation',
  'quiz_questions.calculation_fault quiz_questions.search_text quiz_questions.source quiz_questions.text quiz_release_questions.text rate_limit_counts.key',
  'report_activity.time_zone second_factors.credential_id second_factors.name sessions.ip_address sessions.user_agent',
  'sign_ins.address_group sign_ins.ip_address sign_ins.user_agent superuser_addresses.ip_address test_mails.answer test_mails.host unknown_failures.address_group',
  'used_challenges.challenge user_notes.text username_suffixes.head username_suffixes.suffix users.country_name',
  'users.email users.password_hash users.pending_email users.phone_number users.suspension_reason users.user_image',
  'users.username view_reasons.reason',
);

/** Rows of tables that are empty in the world of the demonstration. */
export const rows = [
  `INSERT INTO alerts (kind, key) VALUES ('system', 'disk')`,
  `INSERT INTO test_mails (id, user_id, outcome) SELECT gen_random_uuid(), id, 'accepted' FROM users`,
  `INSERT INTO dataset_refreshes (slug) SELECT DISTINCT slug FROM dataset_vintages`,
  `INSERT INTO dataset_follows (user_id, slug) SELECT DISTINCT ON (users.id) users.id, slug FROM users, dataset_vintages`,
  `INSERT INTO imported_datasets (slug, content) SELECT slug, content FROM dataset_vintages LIMIT 1`,
  `INSERT INTO settings (key, value) VALUES ('newer_setting', '"x"')`,
  `INSERT INTO second_factor_tries (user_id, purpose, wrong_at) SELECT id, 'sign_in', '{}' FROM users`,
  `INSERT INTO second_factors (id, user_id, method, name, sealed_secret)
   SELECT gen_random_uuid(), id, 'totp', 'Phone', '\\x00' FROM users`,
  `INSERT INTO account_links (id, user_id, purpose, email, nonce, expires_at)
   SELECT gen_random_uuid(), id, 'not_me', email, '\\x00', now() + interval '1 day' FROM users`,
  `INSERT INTO export_links (id, session_id, operation, body, expires_at)
   SELECT gen_random_uuid(), id, 'exportIpRecords', '{}', now() + interval '1 day' FROM sessions`,
  `INSERT INTO idempotency_keys (user_id, operation, key, body_hash, status)
   SELECT id, 'createNotice', 'key', '\\x00', 201 FROM users`,
  `UPDATE idempotency_keys SET response = '{}'`,
  `INSERT INTO settings (key, value) VALUES ('registration_open', 'true'), ('social_links', '[]')`,
  `INSERT INTO removed_records (list, removed_before) VALUES ('ip_records', now())`,
  `INSERT INTO report_hours (action, hour, events) VALUES ('login', date_trunc('hour', now()), 1)`,
  `INSERT INTO bulk_actions (id, begin_event_id, action, noun, matched)
   SELECT gen_random_uuid(), max(id), 'log_records_delete', 'log records', 1 FROM audit_events`,
  `UPDATE bulk_actions SET filter = '{}'`,
  `UPDATE followed_loans SET restorable = '[
     {"version": 1, "at": "2099-01-01T00:00:00.000Z", "transactions": [
       {"row": {"date": "2026-01-01", "amount": 5}, "version": 1, "place": 0}], "offset_accounts": [], "terms": {"payment": null}},
     {"version": 1, "at": "2099-01-01T00:00:00.000Z", "before": {
       "input": {"owed": 5, "owed_on": "2026-01-01"}, "row_versions": []}}]'`,
  `UPDATE quiz_attempt_questions SET calculation = '{"kind": "savings", "input": {}}'`,
];

/**
 * Values of a newer version in the columns of JSON, whose fields it may also add to. Null for those without values of
 * several kinds.
 */
export const newerValues: Record<string, string | null> = {
  'bulk_actions.filter': `{"level": "newer_kind"}`,
  'calculations.calculated': `{"method": "newer_kind"}`,
  'calculations.input': `{"compounding": "newer_kind"}`,
  'calculations.summary': `{"monthly_payment": {"newer_kind": 1}, "total_payments": ["newer_kind"]}`,
  'dataset_vintages.content': null,
  'export_links.body': `{"sort": "newer_kind"}`,
  'followed_loans.changes': `{"kind": "newer_kind"}`,
  'followed_loans.headline': `{"convention_source": "newer_kind"}`,
  'followed_loans.input': `{"payment": {"newer_kind": 1}}`,
  'followed_loans.restorable': null,
  'followed_loans.row_versions': null,
  'idempotency_keys.response': null,
  'imported_datasets.content': null,
  'quiz_attempt_questions.calculation': `{"kind": "newer_kind"}`,
  'quiz_attempt_questions.figures': `{"amount": "newer_kind"}`,
  'quiz_questions.solution': `{"calculation": "newer_kind"}`,
  'quiz_questions.variables': `{"unit": "newer_kind"}`,
  'settings.value': `"newer_kind"`,
  'training_cards.state': `{"state": "newer_kind"}`,
};

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

const mapped = (value: Json, change: (inner: Json) => Json): Json =>
  Array.isArray(value)
    ? value.map(change)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, change(inner)]))
      : value;

const otherEntries: Json[] = ['newer', 5, null, [], {}, { date: '2026-01-01', value: null }];

/** Other forms that a newer version may write: other types, missing fields, and other entries of a list. */
export const otherForms: Record<string, (value: Json, index: number) => Json> = {
  'a text or a number': (_value, index) => (index % 2 === 0 ? 'newer' : 5),
  null: () => null,
  'a list': () => otherEntries,
  'an object without its fields': () => ({}),
  'an object with empty fields': function empty(value): Json {
    return typeof value === 'object' && value !== null ? mapped(value, empty) : null;
  },
  'an object with fields of other types': function other(value): Json {
    if (typeof value === 'object' && value !== null) return mapped(value, other);
    return typeof value === 'string' ? 5 : 'newer';
  },
  'a list with other entries': function extended(value): Json {
    const inner = mapped(value, extended);
    return Array.isArray(inner) ? [...inner, ...otherEntries] : inner;
  },
};
