import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { makeLead } from '../testkit/rows.ts';

const CONNECTIONS = 64;

const LEAD = JSON.stringify(makeLead());

const describe = (url: string, seconds: number, rate?: number): autocannon.Options => ({
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

/**
 * Sends leads as fast as 64 connections can, each lead with a key of its own.
 * @param rate a second, where they are not to come as fast as can be
 */
export const sendLeads = (
  url: string,
  seconds: number,
  rate?: number,
): Promise<autocannon.Result> => autocannon(describe(url, seconds, rate));

/** The same; how long each took, in ms and parts of them. */
export function timeLeads(url: string, seconds: number, rate: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const run = autocannon(describe(url, seconds, rate), (error, { non2xx, errors }) => {
      if (error) reject(error);
      else if (non2xx + errors > 0) reject(new Error(`${non2xx} refused, ${errors} unanswered`));
      else resolve(times);
    });
    run.on('response', (_client, _status, _bytes, ms) => void times.push(ms));
  });
}
