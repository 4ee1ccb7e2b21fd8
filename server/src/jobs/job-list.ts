import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { publishedQuestions } from '@funil/contract/site/site-info';
import type { Config } from '../config/config.ts';
import { hasConversions } from '../config/conversions.ts';
import { hasReconciliation } from '../config/reconcile.ts';
import { createDestinationReader } from '../deliveries/destinations.ts';
import type { DeliveryMetrics } from '../deliveries/metrics.ts';
import type { createRefusalStore } from '../sales/notices/refusals.ts';
import { ADAPTERS } from '../sales/platforms/adapters.ts';
import { findSiteInfo } from '../site/site-info.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import type { ReportError } from '../store/health/report-error.ts';
import type { createHeartbeat } from '../store/running-servers.ts';
import { createVisitUpdater, type VisitUpdater } from '../visits/update-visits.ts';
import { eraseOldContexts } from '../visits/visit-contexts.ts';
import { listDeliveryJobs } from './delivery-jobs.ts';
import { hasSalesSource, type JobThreadData } from './start-job-thread.ts';
import type { Job } from './start-jobs.ts';

interface JobListDependencies extends Omit<JobThreadData, 'hiddenVisitorAt'> {
  readonly refusals: ReturnType<typeof createRefusalStore>;
  readonly heartbeat: ReturnType<typeof createHeartbeat>;
  readonly reportError: ReportError;
  readonly onMetrics: (metrics: DeliveryMetrics) => void;
}

/** A job's large modules are imported only if it is listed. */
export async function listJobs(deps: JobListDependencies): Promise<Job[]> {
  const { config } = deps;
  return [
    ...listConfiguredDeliveryJobs(deps),
    ...listServerJobs(deps),
    ...listVisitJobs(deps),
    ...listOptionalJobs(config),
    ...(hasSalesSource(config) ? await listSaleJobs(config) : []),
  ];
}

function listConfiguredDeliveryJobs(deps: JobListDependencies): Job[] {
  const { config, changesAfter, reportError, onMetrics } = deps;
  const { attributionDays } = config.sales;
  // The site is read at each call, because it may be rebuilt meanwhile.
  const readSite = () => findSiteInfo(config.site.dir);
  return listDeliveryJobs({
    readDestinations: createDestinationReader(config),
    sales: { adapters: ADAPTERS, attributionDays },
    replyHours: () => readSite()?.replyHours ?? null,
    questions: () => publishedQuestions(readSite()),
    changesAfter,
    now: databaseNow,
    uptime: () => performance.now(),
    reportError,
    onMetrics,
  });
}

function listServerJobs({ config, heartbeat, refusals }: JobListDependencies): Job[] {
  return [
    {
      failureMessage: 'the heartbeat of this server cannot be stored',
      everyMs: MINUTE_MS,
      wakeOn: 'hidden-visitor-address',
      run: ({ database, now }) => heartbeat.send(database, now()),
      end: ({ database }) => heartbeat.remove(database),
    },
    {
      failureMessage: 'refused notices are not counted',
      everyMs: HOUR_MS,
      wakeOn: 'refused',
      run: ({ database }) => refusals.store(database),
      end: ({ database }) => refusals.store(database),
    },
    {
      failureMessage: 'expired rows are not removed',
      everyMs: HOUR_MS,
      async run({ database, settledNow }) {
        const { purgeExpired } = await import('./purge-expired.ts');
        await purgeExpired(database, settledNow());
      },
    },
    {
      failureMessage: 'the labels of the questions cannot be stored',
      everyMs: MINUTE_MS,
      async run({ database }) {
        const { rememberQuestions } = await import('../contacts/questions.ts');
        await rememberQuestions(database, publishedQuestions(findSiteInfo(config.site.dir)));
      },
    },
    {
      failureMessage: 'an import cannot be undone',
      everyMs: MINUTE_MS,
      async run({ database, now }) {
        const { cleanUpDeadImports } = await import('../imports/uploads.ts');
        const { attributionDays } = config.sales;
        await cleanUpDeadImports({ database, now, attributionDays, dataDir: config.store.dataDir });
      },
    },
  ];
}

/** The most events of one update, because it holds them in memory. */
const VISIT_EVENTS_PER_UPDATE = 3_000;

function listVisitJobs({ config: { conversions } }: JobListDependencies): Job[] {
  let updater: VisitUpdater | null = null;
  const retention = {
    days: conversions.contextDays,
    sendsConversions: hasConversions(conversions),
  };
  return [
    {
      failureMessage: 'visits are not kept up to date',
      everyMs: SECOND_MS,
      run({ database }) {
        updater ??= createVisitUpdater(database);
        return updater.update(VISIT_EVENTS_PER_UPDATE);
      },
    },
    {
      failureMessage: 'stored rows are not judged anew',
      everyMs: HOUR_MS,
      async run({ database, signal }) {
        const { judgeAgain } = await import('./judge-again.ts');
        await judgeAgain(database, signal);
      },
    },
    {
      failureMessage: 'expired visit contexts are not erased',
      everyMs: 10 * MINUTE_MS,
      run: ({ database, settledNow, signal }) =>
        eraseOldContexts(database, { ...retention, now: settledNow() }, signal),
    },
  ];
}

function listOptionalJobs(config: Config): Job[] {
  const jobs: Job[] = [];
  const { dir: copiesDir } = config.copies;
  const { meta } = config.spend;
  if (config.mail !== null) {
    jobs.push({
      failureMessage: 'e-mails to operators cannot be queued',
      everyMs: MINUTE_MS,
      async run({ database, now }) {
        const { queueAlerts } = await import('./queue-alerts.ts');
        await queueAlerts(database, config, now());
      },
    });
  }
  if (copiesDir !== null) {
    jobs.push({
      failureMessage: 'the nightly copy cannot be made',
      everyMs: HOUR_MS,
      async run({ now }) {
        const { copyIfDue } = await import('../copies/daily-copy.ts');
        await copyIfDue(config, copiesDir, now());
      },
    });
  }
  if (config.console.url?.startsWith('https:')) {
    jobs.push({
      failureMessage: 'pushes about deadlines cannot be queued',
      everyMs: MINUTE_MS,
      async run({ database, now }) {
        const { queueDeadlinePushes } = await import('../deliveries/push/queue-deadline-pushes.ts');
        const { replyHours = null } = findSiteInfo(config.site.dir) ?? {};
        await queueDeadlinePushes(database, now(), replyHours);
      },
    });
  }
  if (meta !== null) {
    const startedAt = Date.now();
    jobs.push({
      failureMessage: 'the ad spend is not pulled',
      everyMs: 5 * SECOND_MS,
      async run({ database, now, signal }) {
        const { pullSpend } = await import('../imports/pull-spend.ts');
        const { attributionDays } = config.sales;
        const deps = { database, adapters: ADAPTERS, attributionDays, now };
        await pullSpend({ ...deps, config: meta, signal }, startedAt);
      },
    });
  }
  return jobs;
}

async function listSaleJobs({ sales, postbacks, reconcile }: Config): Promise<Job[]> {
  const { createSalesUpdater } = await import('../sales/update-sales.ts');
  const deps = { adapters: ADAPTERS, attributionDays: sales.attributionDays, now: databaseNow };
  const update = createSalesUpdater({ ...deps, accounts: postbacks.accounts });
  const updateJob: Job = {
    failureMessage: 'sales cannot be brought up to date',
    everyMs: 2 * SECOND_MS,
    wakeOn: 'notice',
    run: ({ database }) => update(database),
  };
  if (!hasReconciliation(reconcile)) return [updateJob];
  const { createSalesApis } = await import('../sales/reconcile/apis.ts');
  const { reconcileIfDue } = await import('../sales/reconcile/reconcile.ts');
  const startedAt = Date.now();
  const compareJobs = createSalesApis(reconcile).map(
    (api): Job => ({
      failureMessage: `sales are not compared with ${api.platform}`,
      everyMs: 3 * SECOND_MS,
      async run({ database, signal }) {
        const outcome = await reconcileIfDue(api, { ...deps, database, signal }, startedAt);
        if (outcome.outcome === 'failed' && outcome.cause) throw outcome.cause;
      },
    }),
  );
  return [updateJob, ...compareJobs];
}
