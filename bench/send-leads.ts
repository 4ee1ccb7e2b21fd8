import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { makeLead } from '../testkit/rows.ts';

const CONNECTIONS = 64;

const LEAD = JSON.stringify(makeLead());

/**
 * Sends leads as fast as 64 connections can, each lead with a key of its own.
 * @param rate a second, where they are not to come as fast as can be
 */
export function sendLeads(url: string, seconds: number, rate?: number): Promise<autocannon.Result> {
  return autocannon({
    ...(rate && { overallRate: rate }),
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
