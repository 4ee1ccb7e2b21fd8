import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { makeLead } from '../testkit/rows.ts';

const CONNECTIONS = 64;

const LEAD = JSON.stringify(makeLead());

/** Sends leads as fast as 64 connections can, each lead with a key of its own. */
export function sendLeads(url: string, seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}/rest/v1/leads`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', apikey: 'anon-local' },
    body: LEAD,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
        }),
      },
    ],
  });
}
