import type { FastifyInstance } from 'fastify';
import { addConnectionRoutes } from './connections.ts';
import { addContactRoutes } from './contacts.ts';
import { createAddRoute, type DataParts } from './data-route.ts';
import { addDeliveryRoutes } from './deliveries.ts';
import { addFileRoutes } from './files.ts';
import { addImportRoutes } from './imports.ts';
import { addPageRoutes } from './page.ts';
import { addPeopleRoutes } from './people.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { addSpendRoutes } from './spend.ts';
import { addStatusRoutes } from './status.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoute } from './today.ts';

/** Adds all data routes, under `/console/v1` and behind the guard. */
export function addDataRoutes(app: FastifyInstance, parts: DataParts) {
  const addRoute = createAddRoute(app, parts);
  addTodayRoute(addRoute, parts);
  addContactRoutes(addRoute, parts);
  addSaleRoutes(addRoute, parts);
  addReportRoutes(addRoute, parts);
  addSpendRoutes(addRoute, parts);
  addImportRoutes(app, addRoute, parts);
  addDeliveryRoutes(addRoute, parts);
  addConnectionRoutes(addRoute, parts);
  addPeopleRoutes(addRoute, parts);
  app.register(async (page) => addPageRoutes(page, parts));
  addStatusRoutes(addRoute, parts);
  addFileRoutes(addRoute, parts);
  addTemplateRoutes(addRoute, parts);
}
