import type { FastifyInstance } from 'fastify';
import { addAccountRoutes } from './account.ts';
import { addConnectionRoutes } from './connections.ts';
import { addContactRoutes } from './contacts.ts';
import { addCsvRoutes } from './csv-files.ts';
import { createAddRoute, type RouteDependencies } from './data-route.ts';
import { addDeliveryRoutes } from './deliveries.ts';
import { addDeviceRoutes } from './devices.ts';
import { addImportRoutes } from './imports.ts';
import { addPageRoutes } from './page.ts';
import { addPeopleRoutes } from './people.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { addSpendRoutes } from './spend.ts';
import { addStatusRoutes } from './status.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoutes } from './today.ts';

const ROUTE_GROUPS = [
  addTodayRoutes,
  addContactRoutes,
  addSaleRoutes,
  addReportRoutes,
  addSpendRoutes,
  addImportRoutes,
  addDeliveryRoutes,
  addConnectionRoutes,
  addDeviceRoutes,
  addPeopleRoutes,
  addPageRoutes,
  addStatusRoutes,
  addCsvRoutes,
  addTemplateRoutes,
  addAccountRoutes,
];

export function addDataRoutes(app: FastifyInstance, deps: RouteDependencies) {
  for (const addRoutes of ROUTE_GROUPS) {
    app.register(async (group) => addRoutes(createAddRoute(group, deps), deps, group));
  }
}
