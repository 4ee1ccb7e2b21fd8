import { DAY_MS } from '@funil/contract/durations';
import { CONTACT_STAFF } from '@funil/contract/operators/roles';
import type { DayNumbers } from '@funil/contract/today/today';
import { readFirstSteps } from '../../page/first-steps.ts';
import { findCarts, findLapsedSales, findOpenPayments } from '../../today/open-sales.ts';
import {
  countDeadDeliveries,
  countOlder,
  findAbandonedApplications,
  findFollowUps,
  findNewLeads,
  findUnansweredApplications,
  readDayNumbers,
} from '../../today/today.ts';
import { seesMoney } from './access.ts';
import { type AddRoute, makeItemOptions, type RouteDependencies } from './data-route.ts';

const NO_SALES = { count: 0, more: false, items: [] };

/** Attendants get no paid sales, no deliveries and no sums of money. */
export function addTodayRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, site } = deps;
  addRoute('GET today', { roles: CONTACT_STAFF }, async ({ operator, audit }) => {
    const listOptions = makeItemOptions(deps, operator);
    const withMoney = seesMoney(operator.role);
    const numbersAt = async (now: number): Promise<DayNumbers> => {
      const numbers = await readDayNumbers(database, now);
      return withMoney ? numbers : { ...numbers, sales: null, paid_cents: null };
    };
    await audit('today.listed');
    return {
      now: new Date(listOptions.now).toISOString(),
      applications: await findUnansweredApplications(database, listOptions),
      abandoned: await findAbandonedApplications(database, listOptions),
      leads: await findNewLeads(database, listOptions),
      followups: await findFollowUps(database, listOptions),
      pending: await findOpenPayments(database, listOptions),
      carts: await findCarts(database, listOptions),
      lapsed: withMoney ? await findLapsedSales(database, listOptions) : NO_SALES,
      older: await countOlder(database, listOptions),
      start: withMoney ? await readFirstSteps(database, site()) : null,
      dead: withMoney ? await countDeadDeliveries(database) : { count: 0, newest_at: null },
      numbers: {
        today: await numbersAt(listOptions.now),
        before: await numbersAt(listOptions.now - 7 * DAY_MS),
      },
    };
  });
}
