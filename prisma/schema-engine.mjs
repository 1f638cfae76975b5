#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which the CLI would download: the same commands and the same JSON-RPC
// over standard input and output, executed by the official WebAssembly build of that engine.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createInterface } from 'node:readline';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import {
  canConnect,
  createDatabase,
  databaseName,
  dropDatabase,
  MigrationAdapter,
} from './schema-engine-adapter.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true, default: [] },
    datasource: { type: 'string', default: '{}' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  },
});
/** The message of the engine's last panic. */
let panic = '';

const { url, shadowDatabaseUrl } = JSON.parse(options.datasource);

if (options.version) {
  process.stdout.write(`schema-engine-cli ${engineCommit()}\n`);
} else if (positionals[0] === 'cli') {
  await runCommand(positionals[1]);
} else {
  await serve();
}

/** The last part of the package's version is the commit of the engines. */
function engineCommit() {
  const file = fileURLToPath(new URL('package.json', import.meta.resolve('@prisma/schema-engine-wasm')));
  return JSON.parse(readFileSync(file, 'utf8')).version.split('.').pop();
}

async function runCommand(command) {
  try {
    if (command === 'can-connect-to-database') await canConnect(url);
    else if (command === 'create-database') await createDatabase(url);
    else if (command === 'drop-database') await dropDatabase(url);
    else throw new Error(`Unknown command: ${command}`);
  } catch (error) {
    // The CLI reads the last line of standard error as this log line of the native engine.
    const fields = { message: error.message, error_code: connectionErrorCode(error.code), is_panic: false };
    const line = {
      level: 'ERROR',
      target: 'schema_engine::logger',
      timestamp: new Date().toISOString(),
      fields,
    };
    process.stderr.write(`\n${JSON.stringify(line)}\n`);
    process.exitCode = 1;
  }
}

/** https://www.prisma.io/docs/orm/reference/error-reference */
function connectionErrorCode(code) {
  if (code === '3D000') return 'P1003';
  if (code === '28P01') return 'P1000';
  return 'P1001';
}

async function serve() {
  const glue = await loadWasm();
  let engine;
  const getEngine = async () => (engine ??= await createEngine(glue));
  let printId = 1_000_000;

  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (!request.method) continue; // the CLI's response to our `print`
    try {
      let result = (await respond(await getEngine(), request)) ?? {};
      if (request.method === 'diff') {
        const { exitCode, stdout } = result;
        if (stdout) send({ id: printId++, method: 'print', params: { content: stdout } });
        result = { exitCode };
      }
      send({ id: request.id, result });
    } catch (error) {
      send({ id: request.id, error: rpcError(error) });
    }
  }
  process.exit();
}

async function respond(engine, { method, params }) {
  if (method === 'getDatabaseVersion') return engine.version(params);
  if (method === 'createDatabase') {
    await createDatabase(url);
    return { databaseName: databaseName(url) };
  }
  if (method === 'evaluateDataLoss' || method === 'createMigration') {
    // Both read the schema of the migrations only from the engine's cache, which this call fills.
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  }
  return engine[method](params);
}

async function loadWasm() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = fileURLToPath(
    new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm')),
  );
  // The engine calls this when it panics, before it traps.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { message: '', set_message: (message) => (panic = message) };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': glue });
  glue['__wbg_set_wasm'](instance.exports);
  instance.exports['__wbindgen_start']();
  return glue;
}

function createEngine(glue) {
  const datamodels = options.datamodels.map((path) => [path, readFileSync(path, 'utf8')]);
  const adapter = new MigrationAdapter(url ?? 'postgresql://unset@127.0.0.1:1/unset', shadowDatabaseUrl);
  return glue.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => {}, // the engine's log
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

function rpcError(error) {
  const isPanic = error instanceof WebAssembly.RuntimeError;
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: isPanic,
      message: isPanic ? panic : error.message,
      meta: error.meta,
      error_code: error.code,
    },
  };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
