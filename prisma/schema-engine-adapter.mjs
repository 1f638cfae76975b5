import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { Client, escapeIdentifier } from 'pg';

/** Column types of the system catalogue, by PostgreSQL's oid (pg_type.dat). All other types are text. */
const columnTypes = new Map([
  [16, ColumnTypeEnum.Boolean],
  [18, ColumnTypeEnum.Character], // "char"
  [20, ColumnTypeEnum.Int64],
  [21, ColumnTypeEnum.Int32],
  [23, ColumnTypeEnum.Int32],
  [26, ColumnTypeEnum.Int64], // oid
  [1002, ColumnTypeEnum.CharacterArray],
  [1003, ColumnTypeEnum.TextArray], // name[]
  [1005, ColumnTypeEnum.Int32Array],
  [1007, ColumnTypeEnum.Int32Array],
  [1009, ColumnTypeEnum.TextArray],
  [1016, ColumnTypeEnum.Int64Array],
  [1028, ColumnTypeEnum.Int64Array], // oid[]
]);

/**
 * The client's driver adapter, changed for migrations. The original refuses types of the system catalogue and splits
 * scripts at every `;`.
 */
export class MigrationAdapter extends PrismaPg {
  #shadowUrl;

  /**
   * @param {string} url The URL of the database
   * @param {string | undefined} shadowUrl The URL of the database in which migrations are replayed
   */
  constructor(url, shadowUrl) {
    const schema = new URL(url).searchParams.get('schema') ?? undefined;
    super({ connectionString: url, max: 1 }, { schema });
    this.#shadowUrl = shadowUrl;
  }

  async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = (query) =>
      queryRaw(query).catch((error) => {
        if (error.cause?.kind !== 'UnsupportedNativeDataType') throw error;
        return readCatalogue(adapter.underlyingDriver(), query);
      });
    // Without arguments this is one simple query, which may contain several statements.
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  }

  async connectToShadowDb() {
    if (!this.#shadowUrl)
      throw new Error('SHADOW_DATABASE_URL is missing: an empty database for migrations.');
    await withClient(this.#shadowUrl, dropSchemas);
    return new MigrationAdapter(this.#shadowUrl).connect();
  }
}

async function readCatalogue(pool, { sql, args }) {
  const { fields, rows } = await pool.query({ text: sql, values: args, rowMode: 'array' });
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => columnTypes.get(field.dataTypeID) ?? ColumnTypeEnum.Text),
    rows,
  };
}

export async function canConnect(url) {
  await withClient(url, () => {});
}

/** Uses template0, because an administrator may have added objects to template1. */
export async function createDatabase(url) {
  const name = escapeIdentifier(databaseName(url));
  await onMaintenance(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
}

export async function dropDatabase(url) {
  const name = escapeIdentifier(databaseName(url));
  await onMaintenance(url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

export function databaseName(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** Drops every schema with its extensions, because each replay of the migrations begins in an empty database. */
async function dropSchemas(client) {
  const { rows } = await client.query(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  );
  for (const { name } of rows) await client.query(`DROP SCHEMA ${escapeIdentifier(name)} CASCADE`);
  await client.query('CREATE SCHEMA public');
}

/** Databases are created and dropped from another one of the same server. */
function onMaintenance(url, work) {
  const other = new URL(url);
  other.pathname = '/postgres';
  other.searchParams.delete('schema');
  return withClient(other.href, work);
}

async function withClient(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
