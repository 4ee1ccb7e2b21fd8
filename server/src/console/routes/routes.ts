import type { FastifyInstance } from 'fastify';
import { addContextRoute } from './context.ts';
import { addLiveRoute, type LiveParts } from './live.ts';
import { addReportRoutes } from './report.ts';
import { addSaleRoutes } from './sales.ts';
import { addSubjectRoutes } from './subjects.ts';
import { addTemplateRoutes } from './templates.ts';
import { addTodayRoute } from './today.ts';

/** All that operators ask for, under `/console/v1`; to be added behind the guard. */
export function addDataRoutes(app: FastifyInstance, parts: LiveParts) {
  addContextRoute(app, parts);
  addTodayRoute(app, parts);
  addSubjectRoutes(app, parts);
  addSaleRoutes(app, parts);
  addReportRoutes(app, parts);
  addTemplateRoutes(app, parts);
  addLiveRoute(app, parts);
}
