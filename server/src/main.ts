import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { buildApp, httpLimits } from '#app.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { contentFolder, datasetsFolder } from '#root-folders.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys/keys.ts';
import { createBackupProcess } from '#backup/backup-process.ts';
import { upgradeDatabase } from '#backup/upgrade.ts';
import { startTelemetry } from '#platform/observability/telemetry.ts';
import { createMetrics } from '#metrics.ts';
import { openDependencies } from '#open-dependencies.ts';
import { refreshSources } from '#modules/datasets/refresh/refresh-sources.ts';
import { addReleaseVintages } from '#modules/datasets/release-files.ts';
import { importStarterBank } from '#modules/quiz/release-questions.service.ts';
import { startSealer, UntrustedSealError } from '#modules/audit/sealer.ts';
import { ensureSuperuser } from '#modules/accounts/operators.service.ts';
import { mailboxUrl } from '#modules/mailbox/mailbox.page.ts';
import { pollNetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import { pollNetworkNames } from '#domain/networks/network-names.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { applyJobMigrations, jobTimeoutMs, startJobs } from '#platform/jobs/jobs.ts';
import { listenError, StartError } from '#platform/process/start-error.ts';
import { localMailbox, openMailbox, openMail } from '#platform/mail/local-mailbox.ts';
import { redact } from '#platform/observability/log-text.ts';
import { ignoreBrokenPipe, openLog } from '#platform/observability/logger.ts';
import { countMail } from '#platform/mail/mail.ts';
import { serveMetrics } from '#platform/observability/metrics-server.ts';
import { withConnection } from '#platform/database/migrations.ts';
import { hasOwnSessions } from '#platform/database/pg-listener.ts';
import { localResourcesWarning } from '#platform/process/local-resources.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { stopOnSignal, waitUnlessAborted } from '#platform/process/stopping.ts';
import { pollSettings } from '#settings/settings.ts';
import { jobTasks, schedules } from '#tasks.ts';
import { lastLines } from './start-lines.ts';

/** The limit for telemetry, connection pools and the embedded services. */
const endLimitMs = 7_000;
/** The time after the drain: for running requests and jobs, and then for the rest. */
const stopLimitMs = Math.max(httpLimits.request, jobTimeoutMs) + endLimitMs;

try {
  await start(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Declassified can't start: ${error.message}`);
  process.exit(1);
}

function printCrash(err: Error): void {
  console.error(redact(err.stack ?? err.message));
}

/** Starts the embedded services, then serves until a signal. Stops everything in reverse order. */
async function start(config: Config): Promise<void> {
  // Links in emails and the allowed origin contain the port.
  if (config.port === 0) throw new StartError('PORT must be a port number from 1 to 65535.');
  ignoreBrokenPipe();
  const stops: (() => void | Promise<void>)[] = [];
  let logFatal = printCrash;
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  let drain: ((signal: AbortSignal) => Promise<void>) | undefined;
  stopOnSignal({
    limitMs: config.drainSeconds * 1000 + stopLimitMs,
    drain: async (signal) => drain?.(signal),
    stop: async (crash) => {
      if (crash) logFatal(crash);
      await stopAll();
    },
  });

  try {
    const directUrl = config.databaseDirectUrl ?? (await startEmbedded(config, stops));
    await upgradeDatabase(config, directUrl, console.log);
    await applyJobMigrations(directUrl);
    const isDeclaredPooled = config.databaseUrl !== config.databaseDirectUrl;
    if (isDeclaredPooled && config.databaseUrl) await withConnection(config.databaseUrl, async () => {});
    // The embedded database has no pooler.
    const isDirectUrlPooled = config.databaseUrl !== undefined && !(await hasOwnSessions(directUrl));
    const isPooled = isDeclaredPooled || isDirectUrlPooled;
    const database = openDatabase(config.databaseUrl ?? directUrl, { isPooled, directUrl });
    stops.push(database.close);
    const telemetry = startTelemetry(database);
    const logFile = process.stdout.isTTY ? join(config.dataDir, 'server.log') : undefined;
    const log = openLog(
      config.logLevel,
      telemetry.addLine,
      logFile === undefined ? undefined : openSync(logFile, 'w', 0o600),
    );
    stops.push(telemetry.stop, log.flush);
    const keys = deriveKeys(config.jwtSecret ?? readOrMakeSecret(config.dataDir), config.jwtSecretPrevious);
    const mailbox = localMailbox(config.dataDir);
    const servedMailbox = openMailbox(config, mailbox);
    const logger = log.options;
    const deps = await openDependencies(config, { database, keys, mailbox: servedMailbox, logger });
    const { settings, networkNames } = deps;
    stops.push(pollSettings(settings).stop);
    stops.push(pollNetworkBlocks(deps.networkBlocks).stop);
    stops.push(pollNetworkNames(networkNames).stop);
    const metrics = await startMetrics(deps, config, stops);
    const superuser = await makeFirstSuperuser(deps, config);
    await addReleaseVintages(database, datasetsFolder);
    await importStarterBank(database, join(contentFolder, 'questions'));
    const app = await buildApp(config, { ...deps, metrics });
    if (isDirectUrlPooled) {
      app.log.warn(
        'DATABASE_DIRECT_URL (or, alone, DATABASE_URL) does not deliver notifications, so it probably leads to ' +
          'a transaction pooler. Jobs are polled every 2 seconds instead. Set it to a URL that bypasses the pooler.',
      );
    }
    const localOnlyWarning = localResourcesWarning(config);
    if (localOnlyWarning !== undefined) app.log.warn(localOnlyWarning);
    logFatal = (err) => {
      printCrash(err);
      app.log.fatal({ err }, 'the process ends');
    };
    const backupProcess = createBackupProcess();
    const jobs = startJobs({
      directUrl,
      tasks: jobTasks({
        database,
        keys,
        mail: countMail(openMail(config, mailbox)),
        files: deps.files,
        publicUrl: config.publicUrl,
        rateLimitScale: config.rateLimitScale,
        settings,
        mailbox: servedMailbox,
        dataDir: config.dataDir,
        backups: deps.backups,
        backupProcess,
        networkNames,
        logger: app.log,
        dataSources: refreshSources(deps.releaseDatasets, config.dataUrls),
      }),
      schedules,
      logger: app.log,
    });
    const sealer = startSealer(
      { database, keys: verifyingKeys(keys, 'auditSeal') },
      {
        // A copy of the heads outside the database is the only proof that no events were cut off.
        onSeal: (audit_head) => log.always.info({ audit_head }, 'audit trail sealed'),
        onFailure: (err) =>
          app.log[err instanceof UntrustedSealError ? 'error' : 'warn'](
            { err },
            'the audit trail could not be sealed',
          ),
      },
    );
    stops.push(async () => {
      backupProcess.stop();
      await Promise.all([app.close(), jobs.stop(), sealer.stop()]);
    });
    // Only uploads need the store. The bucket is also created when it is needed.
    void deps
      .prepareFiles()
      .catch((err: unknown) => app.log.warn({ err }, 'the object store is unavailable'));
    await listenOrRefuse(app, config);
    drain = async (signal) => {
      app.draining.begin();
      await waitUnlessAborted(config.drainSeconds * 1000, signal);
    };
    const { publicUrl } = config;
    const servedMailboxUrl = servedMailbox && mailboxUrl(publicUrl, servedMailbox);
    console.log(lastLines({ publicUrl, ...superuser, servedMailboxUrl, logFile, isDemo: config.isDemo }));
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function startEmbedded(config: Config, stops: (() => void | Promise<void>)[]): Promise<string> {
  const { dataDir, publicUrl } = config;
  const embedded = await startEmbeddedPostgres({ dataDir, publicUrl, onProgress: console.log });
  stops.push(embedded.stop);
  void embedded.exited.then((reason) => {
    if (reason === undefined) return;
    console.error(`Declassified stops: ${reason}`);
    process.exit(1);
  });
  return embedded.url;
}

/** Stopped last, so that the shutdown can be observed as well. */
async function startMetrics(
  watched: Parameters<typeof createMetrics>[0],
  { metricsHost, metricsPort }: Config,
  stops: (() => void | Promise<void>)[],
): Promise<Registry | undefined> {
  if (metricsPort === undefined) return undefined;
  const registry = createMetrics(watched);
  const { stop } = await serveMetrics(registry, { host: metricsHost, port: metricsPort });
  stops.push(stop);
  return registry;
}

/** The random password is printed before any later step can fail, because it cannot be printed again. */
async function makeFirstSuperuser(deps: Parameters<typeof ensureSuperuser>[0], config: Config) {
  const { username, randomPassword } = await ensureSuperuser(deps, config.admin);
  if (!randomPassword) return { superuser: username, isNew: false };
  console.log(`\nThe first superuser is ${username} with the password ${randomPassword}`);
  console.log('It will not be shown again. Change it after signing in.');
  return { superuser: username, isNew: true };
}

async function listenOrRefuse(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
}
