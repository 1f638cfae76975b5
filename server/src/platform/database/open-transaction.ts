import type { ClientBase } from 'pg';

/**
 * Begins a transaction that stays open for as long as its connection, to hold advisory locks of transactions. Behind
 * a transaction pooler it keeps one session to itself, which the pooler ends when its client is gone; a session lock
 * would stay behind, with a session that others get. No time limit of the server ends it. Between statements it has
 * neither a snapshot nor a transaction id, so it holds nothing else up; but only if they are sent without `values`,
 * which would leave a portal open, and that a snapshot.
 */
export async function beginOpenTransaction(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
