import type { FastifyInstance } from 'fastify';
import { addContextRoute } from './context.ts';
import { addLiveRoute, type LiveParts } from './live.ts';
import { addSubjectRoutes } from './subjects.ts';
import { addTemplateRoutes } from './templates.ts';

/** All that operators ask for, under `/console/v1`; to be added behind the guard. */
export function addDataRoutes(app: FastifyInstance, parts: LiveParts) {
  addContextRoute(app, parts);
  addSubjectRoutes(app, parts);
  addTemplateRoutes(app, parts);
  addLiveRoute(app, parts);
}
