import type { DayNumbers, Today } from '@funil/contract/console/today';
import { DAY_MS } from '@funil/contract/durations';
import type { FastifyInstance } from 'fastify';
import { readDayNumbers } from '../../leads/today/day-numbers.ts';
import {
  abandonedApplications,
  deadDeliveries,
  newLeads,
  pendingSales,
  waitingApplications,
} from '../../leads/today/waiting.ts';
import { seesMoney } from './access.ts';
import { addRoute, type DataParts, itemParts } from './data-route.ts';

const NONE = { count: 0, more: false, items: [] };

/**
 * `GET today`: what waits now, and the day's numbers beside those of the same weekday before; for attendants without sales,
 * deliveries and money.
 */
export function addTodayRoute(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addRoute([app, parts], 'GET today', {}, async ({ operator, audit }): Promise<Today> => {
    const told = itemParts(parts);
    const isAll = seesMoney(operator.role);
    const numbersAt = async (now: number): Promise<DayNumbers> => {
      const numbers = await readDayNumbers(database, now);
      return isAll ? numbers : { ...numbers, sales: null, paid_cents: null };
    };
    await audit('today.listed');
    return {
      now: new Date(told.now).toISOString(),
      applications: await waitingApplications(database, told),
      abandoned: await abandonedApplications(database, told),
      leads: await newLeads(database, told),
      pending: isAll ? await pendingSales(database, told.now) : NONE,
      dead: isAll ? await deadDeliveries(database) : { count: 0, newest_at: null },
      numbers: {
        today: await numbersAt(told.now),
        before: await numbersAt(told.now - 7 * DAY_MS),
      },
    };
  });
}
