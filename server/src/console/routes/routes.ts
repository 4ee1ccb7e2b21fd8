import type { FastifyInstance } from 'fastify';
import { addConnectionRoutes } from './connections.ts';
import { addContactRoutes } from './contacts.ts';
import { createAddRoute, type RouteDependencies } from './data-route.ts';
import { addDeliveryRoutes } from './deliveries.ts';
import { addDeviceRoutes } from './devices.ts';
import { addFileRoutes } from './files.ts';
import { addImportRoutes } from './imports.ts';
import { addPageRoutes } from './page.ts';
import { addPeopleRoutes } from './people.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { addSpendRoutes } from './spend.ts';
import { addStatusRoutes } from './status.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoutes } from './today.ts';

/** Adds all data routes, under `/console/v1` and behind the guard. */
export function addDataRoutes(app: FastifyInstance, deps: RouteDependencies) {
  const addRoute = createAddRoute(app, deps);
  addTodayRoutes(addRoute, deps);
  addContactRoutes(addRoute, deps);
  addSaleRoutes(addRoute, deps);
  addReportRoutes(addRoute, deps);
  addSpendRoutes(addRoute, deps);
  addImportRoutes(app, addRoute, deps);
  addDeliveryRoutes(addRoute, deps);
  addConnectionRoutes(addRoute, deps);
  addDeviceRoutes(addRoute, deps);
  addPeopleRoutes(addRoute, deps);
  app.register(async (page) => addPageRoutes(page, deps));
  addStatusRoutes(addRoute, deps);
  addFileRoutes(addRoute, deps);
  addTemplateRoutes(addRoute, deps);
}
