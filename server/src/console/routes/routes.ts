import type { FastifyInstance } from 'fastify';
import { notifyCommit } from '../../store/commit-watch.ts';
import { addSubjectRoutes } from './contacts.ts';
import { addDeliveryRoutes } from './deliveries.ts';
import { addFileRoutes } from './files.ts';
import { isSearch } from './list-route.ts';
import { addLiveRoute, type LiveParts } from './live.ts';
import { addPeopleRoutes } from './people.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { addAuditRoute, addContextRoute, addStatusRoute } from './status.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoute } from './today.ts';

/** Adds all data routes, under `/console/v1` and behind the guard. */
export function addDataRoutes(app: FastifyInstance, parts: LiveParts) {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const isRead = method === 'GET' || method === 'HEAD' || isSearch(routeOptions.url);
    const isChange = !isRead && statusCode < 300;
    // If lost, other consoles see the change at their next poll.
    if (isChange) await notifyCommit(parts.database).catch(() => undefined);
  });
  addContextRoute(app, parts);
  addTodayRoute(app, parts);
  addSubjectRoutes(app, parts);
  addSaleRoutes(app, parts);
  addReportRoutes(app, parts);
  addDeliveryRoutes(app, parts);
  addPeopleRoutes(app, parts);
  addAuditRoute(app, parts);
  addStatusRoute(app, parts);
  addFileRoutes(app, parts);
  addTemplateRoutes(app, parts);
  addLiveRoute(app, parts);
}
