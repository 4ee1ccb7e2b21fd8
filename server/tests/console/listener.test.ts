import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { ask, startConsole } from './start-console.ts';

const FILES = {
  'index.html': '<!doctype html><title>Console</title>',
  'assets/app-4f2a.js': 'console.log(1)',
};

/** Requests under another host name than the connected one. */
function askAs(
  address: string,
  host: string | null,
  headers?: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(address, {
      setHost: host !== null,
      headers: { ...headers, ...(host && { host }) },
    });
    sent.on('response', (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject).end();
  });
}

test('serves the document with a strict policy at every path without a file', async () => {
  await using started = await startConsole({ files: FILES });
  for (const path of ['/', '/pessoas/leads', '/pessoas/leads/42?aba=notas', '/primeiro-acesso']) {
    const answer = await ask(`${started.address}${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>Console</title>');
    const { headers } = answer;
    expect(headers.get('cache-control')).toBe('no-cache');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "connect-src 'self'"],
        ...["frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"],
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

test('waits ten minutes for a request, so that a slow upload arrives', async () => {
  await using started = await startConsole();
  expect(started.server.requestTimeout).toBe(600_000);
});

test('serves hashed files as immutable, and answers 404 to files of an earlier build', async () => {
  await using started = await startConsole({ files: FILES });
  const { headers } = await ask(`${started.address}/assets/app-4f2a.js`);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const missingFile = await ask(`${started.address}/assets/app-old.js`);
  expect(missingFile.status).toBe(404);
  expect(missingFile.headers.get('content-type')).toContain('application/json');
});

test('serves the console once it is built, and says until then that it is not', async () => {
  await using started = await startConsole();
  const built = String(started.env.CONSOLE_DIR);
  const answer = await ask(started.address);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('refresh')).toBe('3');
  expect(await answer.text()).toContain('npm run build');
  mkdirSync(`${built}-next`);
  writeFileSync(`${built}-next/index.html`, 'the console');
  rmSync(built, { recursive: true, force: true });
  renameSync(`${built}-next`, built);
  const readText = async () => (await ask(started.address)).text();
  await expect.poll(readText).toBe('the console');
});

test('answers requests for its own host names only', async () => {
  const env = { CONSOLE_URL: 'https://console.escola.test' };
  await using started = await startConsole({ files: FILES, env });
  const ownHosts = [
    ...['localhost:8080', '127.0.0.1', '[::1]:3001', 'LOCALHOST', 'console.escola.test'],
    // As nginx writes `$host:$server_port`.
    'Console.escola.test:443',
  ];
  const foreignHosts = [
    ...[
      'console.escola.test:444',
      'console.escola.test:80',
      'evil.test',
      'localhost.evil.test',
      'localhost@evil.test',
    ],
    ...['192.0.2.1', '127.0.0.1.nip.io'],
  ];
  for (const host of ownHosts) expect(await askAs(started.address, host), host).toBe(200);
  for (const host of foreignHosts) expect(await askAs(started.address, host), host).toBe(421);
});

test('answers under its name without a port, which nginx’s `$host` leaves out', async () => {
  const env = { CONSOLE_URL: 'https://console.escola.test:8443' };
  await using started = await startConsole({ files: FILES, env });
  for (const host of ['Console.escola.test', 'console.escola.test:8443']) {
    expect(await askAs(started.address, host), host).toBe(200);
  }
  for (const host of ['console.escola.test:443', 'evil.test', 'evil.test:8443']) {
    expect(await askAs(started.address, host), host).toBe(421);
  }
  const api = `${started.address}/auth/v1/token`;
  const callFrom = (origin: string) => askAs(api, 'console.escola.test', { origin });
  expect(await callFrom('https://console.escola.test:8443')).not.toBe(403);
  for (const origin of ['https://console.escola.test', 'http://console.escola.test']) {
    expect(await callFrom(origin), origin).toBe(403);
  }
});

test('answers under CONSOLE_HOST, however its IPv6 address is written', async () => {
  for (const [host, name] of [
    ['FE80::1', '[fe80::1]:3001'],
    ['fd00::0001', '[fd00::1]'],
  ] as const) {
    await using started = await startConsole({ files: FILES, env: { CONSOLE_HOST: host } });
    expect(await askAs(started.address, name)).toBe(200);
    expect(await askAs(started.address, '[fe80::2]')).toBe(421);
  }
});

test('opens from a link on another site, and refuses calls by pages of other sites', async () => {
  await using started = await startConsole({
    files: FILES,
    env: { CONSOLE_URL: 'https://console.escola.test' },
  });
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await ask(`${started.address}/pessoas/leads`, { headers: foreign })).status).toBe(200);
  const call = async (headers: Record<string, string>, path = '/auth/v1/token') => {
    const answer = await ask(`${started.address}${path}`, { method: 'POST', body: {}, headers });
    return (await answer.json()).error_code;
  };
  for (const headers of [
    foreign,
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin: 'https://console.escola.test.evil.test' },
  ]) {
    expect(await call(headers)).toBe('foreign_origin');
    expect(await call(headers, '/%61uth/v1/token')).toBe('foreign_origin');
    expect(await call(headers, '/pessoas/leads')).toBe('foreign_origin');
  }
  for (const headers of [
    {},
    { origin: started.address },
    { origin: 'https://console.escola.test' },
    { origin: started.address, 'sec-fetch-site': 'same-origin' },
  ]) {
    expect(await call(headers)).toBe('validation_failed');
  }
  const preflight = await ask(`${started.address}/auth/v1/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(403);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});
