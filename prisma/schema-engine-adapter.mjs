import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import { Client, escapeIdentifier } from 'pg';

/** Column types that the engine reads, by PostgreSQL's oid (pg_type.dat); text is right for all others. */
const columnTypes = new Map([
  [16, ColumnTypeEnum.Boolean],
  [18, ColumnTypeEnum.Character], // "char"
  [20, ColumnTypeEnum.Int64],
  [21, ColumnTypeEnum.Int32],
  [23, ColumnTypeEnum.Int32],
  [26, ColumnTypeEnum.Int64], // oid
  [114, ColumnTypeEnum.Json],
  [700, ColumnTypeEnum.Float],
  [701, ColumnTypeEnum.Double],
  [1002, ColumnTypeEnum.CharacterArray],
  [1003, ColumnTypeEnum.TextArray], // name[]
  [1005, ColumnTypeEnum.Int32Array],
  [1007, ColumnTypeEnum.Int32Array],
  [1009, ColumnTypeEnum.TextArray],
  [1016, ColumnTypeEnum.Int64Array],
  [1028, ColumnTypeEnum.Int64Array], // oid[]
  [1114, ColumnTypeEnum.DateTime],
  [1184, ColumnTypeEnum.DateTime],
  [3802, ColumnTypeEnum.Json],
]);

/**
 * The client's driver adapter as migrations need it. The client's own refuses the types of the system catalogue,
 * splits scripts at every `;`, and leaves a shadow database behind when the engine stops early.
 */
export class MigrationAdapter extends PrismaPg {
  #url;
  #shadowUrl;

  /**
   * @param {string} url of the database
   * @param {string | undefined} shadowUrl of the database that migrations are replayed in; without one, a
   *   temporary one is made, which takes the right to create databases
   */
  constructor(url, shadowUrl) {
    super(
      { connectionString: url, max: 1 },
      { schema: new URL(url).searchParams.get('schema') ?? undefined },
    );
    this.#url = url;
    this.#shadowUrl = shadowUrl;
  }

  async connect() {
    return forMigrations(await super.connect());
  }

  async connectToShadowDb() {
    if (this.#shadowUrl) {
      await withClient(this.#shadowUrl, empty);
      return connectTo(this.#shadowUrl);
    }
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    await createDatabase(this.#url, name);
    const adapter = await connectTo(withDatabase(this.#url, name));
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await dropDatabase(this.#url, name);
    };
    return adapter;
  }
}

export async function canConnect(url) {
  await withClient(url, () => {});
}

/** Template 0 holds nothing that an administrator may have put into template 1. */
export async function createDatabase(url, name = databaseName(url)) {
  await onMaintenance(url, (client) =>
    client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0`),
  );
}

export async function dropDatabase(url, name = databaseName(url)) {
  await onMaintenance(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );
}

export function databaseName(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

async function connectTo(url) {
  const adapter = await forMigrations(await new PrismaPg({ connectionString: url, max: 1 }).connect());
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await dispose();
    const pool = adapter.underlyingDriver();
    if (!pool.ended) await pool.end();
  };
  return adapter;
}

function forMigrations(adapter) {
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (level) => withCatalogueTypes(await startTransaction(level));
  adapter.executeScript = async (script) => {
    try {
      // Without parameters this is one simple query, which may hold many statements.
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return withCatalogueTypes(adapter);
}

function withCatalogueTypes(queryable) {
  queryable.queryRaw = async (query) => {
    const { fields, rows } = await queryable.performIO(query);
    return {
      columnNames: fields.map((field) => field.name),
      columnTypes: fields.map((field) => columnTypes.get(field.dataTypeID) ?? ColumnTypeEnum.Text),
      rows,
    };
  };
  return queryable;
}

/** Each replay of the migrations begins with nothing. Extensions go with the schema that holds them. */
async function empty(client) {
  const { rows } = await client.query(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  );
  for (const { name } of rows) await client.query(`DROP SCHEMA ${escapeIdentifier(name)} CASCADE`);
  await client.query('CREATE SCHEMA public');
}

/** Databases are created and dropped from another one of the same server. */
function onMaintenance(url, work) {
  return withClient(withDatabase(url, 'postgres'), work);
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

function withDatabase(url, name) {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  other.searchParams.delete('schema');
  return other.href;
}
