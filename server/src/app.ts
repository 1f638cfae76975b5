import { join } from 'node:path';
import { buyingRules } from 'contract/buying/buying-rules.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { likelyResult } from 'engine/calculators/statement.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { contentFolder } from '#root-folders.ts';
import type { Dependencies } from '#dependencies.ts';
import { verifyingKeys } from '#auth/keys/keys.ts';
import type { Calculators } from '#domain/finance/calculators.ts';
import { readLaw } from '#domain/finance/law-files.ts';
import { imageOrigin } from '#platform/files/file-store.ts';
import { forwardedIpAddress, isInNetworks } from '#platform/ip-addresses.ts';
import { accountRoutes } from '#modules/accounts/accounts.routes.ts';
import { assistantRoutes } from '#modules/assistants/assistants.routes.ts';
import { auditRoutes } from '#modules/audit/audit.routes.ts';
import { isLastSealTrusted } from '#modules/audit/sealer.ts';
import { backupRoutes } from '#modules/backups/backups.routes.ts';
import { testMailRoutes } from '#modules/test-mails/test-mails.routes.ts';
import { buyingRoutes } from '#modules/buying/buying.routes.ts';
import { openDatasetStore } from '#modules/datasets/datasets.store.ts';
import { datasetFeed } from '#modules/datasets/feed.routes.ts';
import { datasetRoutes } from '#modules/datasets/datasets.routes.ts';
import { deviceRoutes } from '#modules/devices/devices.routes.ts';
import { calculationRoutes } from '#modules/calculations/calculations.routes.ts';
import { followedLoanRoutes } from '#modules/followed-loans/followed-loans.routes.ts';
import { cashRateOf } from '#modules/followed-loans/loan-figures.ts';
import { fileRoutes } from '#modules/files/files.routes.ts';
import { headOf, readGuides } from '#modules/guides/guides.files.ts';
import { guideRoutes } from '#modules/guides/guides.routes.ts';
import { flagRoutes } from '#modules/flags/flags.routes.ts';
import { friendRoutes } from '#modules/friends/friends.routes.ts';
import { loanRoutes } from '#modules/loans/loans.routes.ts';
import { mailboxRoutes } from '#modules/mailbox/mailbox.routes.ts';
import { rateGapRoutes } from '#modules/rate-gap/rate-gap.routes.ts';
import { quizRoutes } from '#modules/quiz/quiz.routes.ts';
import { networkBlockRoutes } from '#modules/network-blocks/network-blocks.routes.ts';
import { noticeRoutes } from '#modules/notices/notices.routes.ts';
import { notificationRoutes } from '#modules/notifications/notifications.routes.ts';
import { objectiveRoutes } from '#modules/objectives/objectives.routes.ts';
import { preferenceRoutes } from '#modules/preferences/preferences.routes.ts';
import { recordRoutes } from '#modules/records/records.routes.ts';
import { reportRoutes } from '#modules/reports/reports.routes.ts';
import { secondFactorRoutes } from '#modules/second-factors/second-factors.routes.ts';
import { settingRoutes } from '#modules/settings/settings.routes.ts';
import { statementRoutes } from '#modules/statements/statements.routes.ts';
import { indexationRules } from '#modules/study-loan/indexation.ts';
import { studyLoanRoutes } from '#modules/study-loan/study-loan.routes.ts';
import { systemRoutes } from '#modules/system/system.routes.ts';
import { takeHomePayRoutes } from '#modules/take-home-pay/take-home-pay.routes.ts';
import { trainingRoutes } from '#modules/training/training.routes.ts';
import { invitationRoutes } from '#modules/invitations/invitations.routes.ts';
import { tokenRoutes } from '#modules/tokens/tokens.routes.ts';
import { userNoteRoutes } from '#modules/user-notes/user-notes.routes.ts';
import { viewReasonRoutes } from '#modules/view-reasons/view-reasons.routes.ts';
import { userRoutes } from '#modules/users/users.routes.ts';
import { scenarioRoutes } from '#modules/scenarios/scenarios.routes.ts';
import auth from '#plugins/auth.ts';
import bodyParsers from '#plugins/body-parsers.ts';
import clientFiles from '#plugins/client-files.ts';
import compression from '#plugins/compression.ts';
import cors, { isFromOtherSite, otherOrigins, ownOrigins } from '#plugins/cors.ts';
import csrf from '#plugins/csrf.ts';
import declaredRoutes from '#plugins/declared-routes.ts';
import draining from '#plugins/draining.ts';
import errorHandler, { sendClientError, sendError } from '#plugins/error-handler.ts';
import exports from '#plugins/exports.ts';
import networkBlocks from '#plugins/network-blocks.ts';
import { openPublicPages } from '#plugins/pages/public-pages.ts';
import openapi from '#plugins/openapi.ts';
import { routedUrl } from '#plugins/page-urls.ts';
import rateLimit from '#plugins/rate-limit.ts';
import rateLimitHeaders from '#plugins/rate-limit-headers.ts';
import requestLog, { newRequestId } from '#plugins/request-log.ts';
import requestMetrics from '#plugins/request-metrics.ts';
import securityHeaders, { pageHeaders } from '#plugins/security-headers.ts';
import serializers from '#plugins/serializers.ts';
import securityTxt from '#plugins/security-txt.ts';
import cookieSession from '#plugins/session-cookies.ts';
import validators from '#plugins/validators.ts';
import { pageVersion, publicReads } from './public-reads.ts';
import { readSurcharges, readTaxRules } from '#modules/take-home-pay/tax-rules.ts';

const bodyMaxBytes = 64 * 1024;
const pathParameterMaxCharacters = 1_024;

/** All values are in milliseconds. */
export const httpLimits = {
  /** Must not exceed `request`, otherwise Node swaps the two. */
  headers: 15_000,
  /** The limit of a whole request, which then gets a 408. Requests in flight have as long when the process stops listening. */
  request: 30_000,
  checkInterval: 2_000,
  /**
   * The limit for a connection without traffic in either direction. It is longer than all the others. Bytes in the
   * buffers of the operating system count as traffic, so a stalled reader may have twice as long.
   */
  connection: 120_000,
  keepAlive: 72_000,
};

/** The function takes the entries of `X-Forwarded-For`. */
function trustedProxies(networks: readonly string[]): (entry: string | undefined) => boolean {
  const isTrusted = isInNetworks(networks);
  return (entry) => isTrusted(forwardedIpAddress(entry) ?? '');
}

export async function buildApp(
  config: Config,
  deps: Dependencies,
  limits = httpLimits,
): Promise<FastifyInstance> {
  const isHttps = config.publicUrl.startsWith('https:');
  const app = Fastify({
    logger: deps.logger,
    // The request-log plugin writes one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: config.trustProxy.length > 0 ? trustedProxies(config.trustProxy) : false,
    bodyLimit: bodyMaxBytes,
    http: {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.checkInterval,
      // The error handler refuses the request in the error envelope. Node would send an empty response.
      requireHostHeader: false,
    },
    requestTimeout: limits.request,
    connectionTimeout: limits.connection,
    keepAliveTimeout: limits.keepAlive,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: pathParameterMaxCharacters,
    },
    rewriteUrl: routedUrl,
    clientErrorHandler: (error, socket) => sendClientError(error, socket, newRequestId()),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    // Requests on open connections are served while the process stops. Fastify's own 503 would have another shape.
    return503OnClosing: false,
  });

  if (deps.metrics) await app.register(requestMetrics, { registry: deps.metrics });
  await app.register(requestLog);
  await app.register(securityHeaders);
  const origins = otherOrigins(config.publicUrl, config.corsOrigins);
  const isOwnOrigin = ownOrigins(config.publicUrl, origins);
  await app.register(cors, { origins });
  await app.register(declaredRoutes);
  await app.register(errorHandler);
  await app.register(validators);
  await app.register(serializers);
  await app.register(compression);
  await app.register(bodyParsers);
  await app.register(draining, { patienceMs: limits.request });
  await app.register(rateLimitHeaders);
  await app.register(rateLimit, {
    database: deps.database,
    isCrossSite: isFromOtherSite(isOwnOrigin),
    scale: config.rateLimitScale,
    publicUrl: config.publicUrl,
  });
  await app.register(cookieSession, { isHttps });
  await app.register(csrf, {
    keys: deps.keys,
    isOwnOrigin,
    isHttps,
  });
  await app.register(auth, { deps });
  await app.register(networkBlocks, deps);
  app.decorate('handlerDependencies', deps);
  await app.register(exports, { deps, publicUrl: config.publicUrl });
  await app.register(openapi, { serverUrl: config.publicUrl });

  const taxYears = readTaxRules(join(contentFolder, 'tax-rules.json'));
  const surcharges = readSurcharges(join(contentFolder, 'medicare-levy-surcharge.json'));
  const buyingLaw = { rules: readLaw(join(contentFolder, 'buying-rules.json'), buyingRules), taxYears };
  const studyLoanLaw = {
    indexation: readLaw(join(contentFolder, 'study-loan-indexation.json'), indexationRules),
    taxYears,
  };
  const guides = readGuides(join(contentFolder, 'guides'));
  const calculators: Calculators = {
    loan: loanResult,
    scenario: scenarioResult,
    savings: savingsResult,
    switch: (request, run) => run(switchResult(request)),
    take_home_pay: (request) => takeHomePayResult(taxYears, request),
    buying: (request) => buyingResult(buyingLaw, request),
    study_loan: (request) => studyLoanResult(studyLoanLaw, request),
    statement: (request, run) => run(likelyResult(request)),
  };
  const datasets = openDatasetStore(deps.database, deps.releaseDatasets);
  app.addHook('onClose', datasets.close);
  await app.register(async (api) => {
    // First: its tools are the operations that follow.
    assistantRoutes(api, deps);
    await backupRoutes(api, deps);
    testMailRoutes(api, deps);
    systemRoutes(api, deps, () =>
      isLastSealTrusted({ database: deps.database, keys: verifyingKeys(deps.keys, 'auditSeal') }),
    );
    loanRoutes(api);
    scenarioRoutes(api);
    statementRoutes(api);
    takeHomePayRoutes(api, { taxYears, surcharges });
    buyingRoutes(api, buyingLaw);
    studyLoanRoutes(api, studyLoanLaw);
    rateGapRoutes(api, { today: deps.today, currentDatasets: datasets.current });
    calculationRoutes(api, { ...deps, calculators });
    followedLoanRoutes(api, { ...deps, readCashRate: async () => cashRateOf(await datasets.current()) });
    objectiveRoutes(api, deps);
    accountRoutes(api, deps);
    secondFactorRoutes(api, deps);
    userRoutes(api, deps);
    userNoteRoutes(api, deps);
    viewReasonRoutes(api, deps);
    invitationRoutes(api, deps);
    tokenRoutes(api, deps);
    noticeRoutes(api, deps);
    notificationRoutes(api, deps);
    preferenceRoutes(api, deps);
    deviceRoutes(api, deps);
    recordRoutes(api, deps);
    networkBlockRoutes(api, { ...deps, trustProxy: config.trustProxy });
    auditRoutes(api, deps);
    fileRoutes(api, deps);
    quizRoutes(api, { ...deps, calculators });
    trainingRoutes(api, { ...deps, calculators });
    friendRoutes(api, deps);
    flagRoutes(api, deps);
    guideRoutes(api, {
      guides,
      glossaryFile: join(contentFolder, 'glossary.json'),
    });
    datasetRoutes(api, { ...deps, store: datasets, dataUrls: config.dataUrls });
    settingRoutes(api, deps);
    reportRoutes(api, deps);
  });

  await app.register(async (pages) => {
    await pages.register(pageHeaders, { imageSources: [imageOrigin(config)], isHttps });
    if (deps.mailbox) mailboxRoutes(pages, deps.mailbox);
    await pages.register(securityTxt, {
      publicUrl: config.publicUrl,
      contactEmail: () => deps.settings.current().contact_email,
    });
    datasetFeed(pages, { ...deps, store: datasets, guides });
    await pages.register(clientFiles, {
      folder: deps.clientFolder,
      publicUrl: config.publicUrl,
      publicPages: openPublicPages({
        ...deps,
        read: publicReads({ ...deps, store: datasets, guides: guides.map(headOf) }),
        readVersion: pageVersion({ ...deps, store: datasets }),
        logger: app.log,
      }),
    });
  });
  return app;
}
