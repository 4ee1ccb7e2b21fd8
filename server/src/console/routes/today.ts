import type { Today } from '@funil/contract/console/today';
import type { FastifyInstance } from 'fastify';
import { DAY } from '../../records/brasilia.ts';
import { readDayNumbers } from '../../records/today/day-numbers.ts';
import {
  abandonedApplications,
  deadDeliveries,
  newLeads,
  pendingSales,
  waitingApplications,
} from '../../records/today/waiting.ts';
import { addRoute } from './data-route.ts';
import { type DataParts, itemParts } from './parts.ts';

/** `GET today`: what waits now, and the day's numbers beside those of the same weekday before. */
export function addTodayRoute(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addRoute([app, parts], 'GET today', {}, async ({ audit }): Promise<Today> => {
    const told = itemParts(parts);
    await audit('today.listed');
    return {
      now: new Date(told.now).toISOString(),
      applications: await waitingApplications(database, told),
      abandoned: await abandonedApplications(database, told),
      leads: await newLeads(database, told),
      pending: await pendingSales(database, told.now),
      dead: await deadDeliveries(database),
      numbers: {
        today: await readDayNumbers(database, told.now),
        before: await readDayNumbers(database, told.now - 7 * DAY),
      },
    };
  });
}
