import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const url = process.argv[2];
const seconds = Number(process.argv[3] ?? 6);
const rate = process.argv[4] ? Number(process.argv[4]) : undefined;
const text = readFileSync(
  'server/src/public/postbacks/platforms/samples/hotmart/approved.json',
  'utf8',
).replaceAll(/\n\s*/g, '');
const r = await autocannon({
  url: url + '/postbacks/hotmart',
  method: 'POST',
  connections: 64,
  duration: seconds,
  overallRate: rate,
  headers: { 'content-type': 'application/json', 'x-hotmart-hottok': 's' },
  requests: [
    {
      setupRequest: (q) => ({
        ...q,
        body: text
          .replace('HP2611031844', 'HP' + randomUUID())
          .replace('6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a02', randomUUID()),
      }),
    },
  ],
});
console.log(
  JSON.stringify({
    perSecond: r.requests.average,
    p50: r.latency.p50,
    p99: r.latency.p99,
    max: r.latency.max,
    non2xx: r.non2xx,
    errors: r.errors,
    total: r.requests.total,
  }),
);
