import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { ask, startConsole } from './start-console.ts';

const ANA = '018f0000-0000-7000-8000-000000000001';
const SESSION = '018f0000-0000-7000-8000-000000000002';

/** Starts the parts of a Supabase project's sign-in that the console uses: its keys, and a token's user. */
async function startProject() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const state = { isUp: true, hasEnded: false, asked: 0 };
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!state.isUp) return answer(503, {});
    if (request.url === '/auth/v1/.well-known/jwks.json') {
      return answer(200, { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] });
    }
    state.asked += 1;
    if (state.hasEnded || request.headers.apikey !== 'anon-local') return answer(403, {});
    return answer(200, { id: ANA, factors: [{ status: 'verified' }] });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return {
    url,
    state,
    sign(claims: Record<string, unknown> = {}, issuer = `${url}/auth/v1`, key = privateKey) {
      const all = { email: 'Ana@escola.test', session_id: SESSION, aal: 'aal2', ...claims };
      return new SignJWT(all)
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setSubject(ANA)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Project = Awaited<ReturnType<typeof startProject>>;

async function startFor(project: Project) {
  const started = await startConsole({
    env: { AUTH_URL: `${project.url}/auth/v1/`, OPERATORS: 'ana@escola.test, bia@escola.test' },
  });
  const call = async (token: string) => {
    const answer = await ask(`${started.address}/console/v1/nothing`, { token });
    return answer.status;
  };
  return { ...started, call };
}

// The route does not exist, which only admitted operators learn.
const LET_IN = 404;

test('admits a listed user of the project with two factors', async () => {
  await using project = await startProject();
  await using started = await startFor(project);
  expect(await started.call(await project.sign())).toBe(LET_IN);
  expect(await started.call(await project.sign())).toBe(LET_IN);
  expect(project.state.asked).toBe(1);
  expect(await started.call(await project.sign({ aal: 'aal1' }))).toBe(403);
  expect(await started.call(await project.sign({ email: 'outra@escola.test' }))).toBe(403);
});

test('refuses tokens of another key or issuer', async () => {
  await using project = await startProject();
  await using started = await startFor(project);
  const { privateKey } = await generateKeyPair('ES256');
  const { url } = project;
  expect(await started.call(await project.sign({}, `${url}/auth/v1`, privateKey))).toBe(401);
  expect(await started.call(await project.sign({}, 'https://evil.test/auth/v1'))).toBe(401);
  expect(await started.call('x')).toBe(401);
});

test('refuses a session that ended in the project within half a minute', async () => {
  await using project = await startProject();
  await using started = await startFor(project);
  const token = await project.sign();
  expect(await started.call(token)).toBe(LET_IN);
  project.state.hasEnded = true;
  started.advanceClock(31_000);
  expect(await started.call(token)).toBe(401);
});

test('answers 503 when the project does not answer', async () => {
  await using project = await startProject();
  project.state.isUp = false;
  await using started = await startFor(project);
  expect(await started.call(await project.sign())).toBe(503);
});

test('closes its own sign-in, names the project’s, and allows its pages to call it', async () => {
  await using project = await startProject();
  await using started = await startFor(project);
  const settings = await ask(`${started.address}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({
    auth_url: `${project.url}/auth/v1`,
    api_key: 'anon-local',
  });
  for (const path of ['token?grant_type=password', 'invite', 'factors']) {
    const answer = await ask(`${started.address}/auth/v1/${path}`, { method: 'POST', body: {} });
    expect(answer.status).toBe(404);
  }
  const policy = (await ask(started.address)).headers.get('content-security-policy');
  expect(policy).toContain(`connect-src 'self' ${project.url};`);
});
