import type { FastifyInstance } from 'fastify';
import { notifyCommit } from '../../store/commit-watch.ts';
import { addConnectionRoutes } from './connections.ts';
import { addContactRoutes } from './contacts.ts';
import { createAddRoute } from './data-route.ts';
import { addDeliveryRoutes } from './deliveries.ts';
import { addFileRoutes } from './files.ts';
import { addImportRoutes } from './imports.ts';
import { addLiveRoute, type LiveParts } from './live.ts';
import { addPageRoutes } from './page.ts';
import { addPeopleRoutes } from './people.ts';
import { addReconciliationRoutes } from './reconciliations.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { isSearch } from './search-route.ts';
import { addSpendRoutes } from './spend.ts';
import { addStatusRoutes } from './status.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoute } from './today.ts';

/** Adds all data routes, under `/console/v1` and behind the guard. */
export function addDataRoutes(app: FastifyInstance, parts: LiveParts) {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const isRead = method === 'GET' || method === 'HEAD' || isSearch(routeOptions.url);
    const isChange = !isRead && statusCode < 300;
    // If the notification is lost, other consoles see the change at their next poll.
    if (isChange) await notifyCommit(parts.database).catch(() => undefined);
  });
  const addRoute = createAddRoute(app, parts);
  addTodayRoute(addRoute, parts);
  addContactRoutes(addRoute, parts);
  addSaleRoutes(addRoute, parts);
  addReconciliationRoutes(addRoute, parts);
  addReportRoutes(addRoute, parts);
  addSpendRoutes(app, addRoute, parts);
  addImportRoutes(app, addRoute, parts);
  addDeliveryRoutes(addRoute, parts);
  addConnectionRoutes(addRoute, parts);
  addPeopleRoutes(addRoute, parts);
  app.register(async (page) => addPageRoutes(page, parts));
  addStatusRoutes(addRoute, parts);
  addFileRoutes(addRoute, parts);
  addTemplateRoutes(addRoute, parts);
  addLiveRoute(app, addRoute, parts);
}
