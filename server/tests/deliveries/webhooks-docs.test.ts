import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { findPort } from '../../../testkit/find-port.ts';
import { makeDelivery, SECRET, startSender } from './webhook-sender.ts';

/** The JavaScript examples of docs/webhooks.md. */
const [forNode = '', forN8n = ''] = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8').matchAll(
    /```js\n(.*?)```/gs,
  ),
].map(([, code]) => code);

test('the example for Node accepts a signed request, and refuses others', async () => {
  const port = await findPort();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', forNode], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    using sender = startSender({ url });
    await expect.poll(() => sender.send()).toMatchObject({ status: 204 });
    const [printed] = await once(child.stdout, 'data');
    expect(String(printed)).toContain('lead.created');
    const forged = await fetch(url, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  } finally {
    child.kill();
  }
});

/** Runs code with the parts of n8n's Code node that the example uses. */
function runCode(code: string, headers: Record<string, string>, body: string) {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const node = new AsyncFunction('$input', 'require', code);
  const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) };
  const input = { first: () => ({ json: { headers } }) };
  return node.call({ helpers }, input, createRequire(import.meta.url));
}

test('the example for n8n accepts a signed request, also with a second signature, and refuses others', async () => {
  const code = forN8n.replace('whsec_…', SECRET);
  expect(code).toContain(SECRET);
  const { id } = makeDelivery();
  const body = JSON.stringify({ type: 'lead.created', data: { nome: 'Ana “Teste”' } });
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': `v1,abc= ${new Webhook(SECRET).sign(id, now, body)}`,
  };
  expect(await runCode(code, headers, body)).toEqual([
    { json: { id, type: 'lead.created', data: { nome: 'Ana “Teste”' } } },
  ]);
  await expect(runCode(code, headers, body.replace('Ana', 'Bia'))).rejects.toThrow('assinatura');
  const tenMinutesAgo = new Date(now.getTime() - 600_000);
  const expiredHeaders = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(tenMinutesAgo.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign(id, tenMinutesAgo, body),
  };
  await expect(runCode(code, expiredHeaders, body)).rejects.toThrow('assinatura');
});
