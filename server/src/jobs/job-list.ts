import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { createServerSign } from '../doctor/running-servers.ts';
import type { createRefusalStore } from '../sales/store-refusals.ts';
import { readSiteInfo } from '../site/site-info.ts';
import type { Job } from './start-jobs.ts';

/** Returns the jobs of a server with these settings. Each job imports its own code, so that unused jobs use no memory. */
export function listJobs(
  config: Config,
  refusals: ReturnType<typeof createRefusalStore>,
  sign: ReturnType<typeof createServerSign>,
): Job[] {
  return [
    {
      failure: 'the sign that this server runs cannot be stored',
      everyMs: MINUTE_MS,
      wakeOn: 'hidden-visitor',
      run: ({ database, now }) => sign.show(database, now()),
      end: ({ database }) => sign.remove(database),
    },
    {
      failure: 'refused notices are not counted',
      everyMs: HOUR_MS,
      wakeOn: 'refused',
      run: ({ database }) => refusals.store(database),
      end: ({ database }) => refusals.store(database),
    },
    {
      failure: 'the labels of the questions cannot be stored',
      everyMs: MINUTE_MS,
      async run({ database }) {
        const { rememberQuestions } = await import('../leads/questions.ts');
        const site = readSiteInfo(config.site.dir);
        await rememberQuestions(database, site.ok ? site.info.questions : []);
      },
    },
    {
      failure: 'expired rows are not removed',
      everyMs: HOUR_MS,
      async run({ database, now }) {
        const { purgeExpired } = await import('./purge-expired.ts');
        await purgeExpired(database, now());
      },
    },
  ];
}
