import { expect, test } from 'vitest';
import { describeFailure, judgeWebhookResponse } from './judge-response.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const judge = (status: number, headers: Record<string, string> = {}, text = '') =>
  judgeWebhookResponse({ status, headers, text }, NOW);

test.each([200, 201, 202, 204, 299])('judges %i as delivered', (status) => {
  expect(judge(status, {}, 'obrigado')).toEqual({
    result: 'delivered',
    status,
    response: 'obrigado',
  });
});

test.each([
  ['\n<!DOCTYPE html><title>Entrar</title>', 'Respondeu com uma página da web'],
  ['<html lang="pt"><body>À venda</body>', 'Respondeu com uma página da web'],
  ['<p>ok</p>', '<p>ok</p>'],
])('delivers to an endpoint that answers %j, and reports a page', (text, response) => {
  expect(judge(200, {}, text)).toEqual({
    result: 'delivered',
    status: 200,
    response: expect.stringContaining(response),
  });
});

test.each([
  [101, 'não é a de um webhook: confira o endereço'],
  [400, 'confira lá o que este endereço espera'],
  [401, 'cadastre-o de novo'],
  [403, 'cadastre-o de novo'],
  [402, 'Veja o plano'],
  [404, 'não conhece este endereço'],
  [408, 'espere um pouco'],
  [413, 'confira lá o que este endereço espera'],
  [422, 'confira lá o que este endereço espera'],
  [425, 'espere um pouco'],
  [500, 'espere um pouco'],
  [502, 'espere um pouco'],
])('retries after %i, and says what to do', (status, advice) => {
  expect(judge(status, { 'retry-after': '60' })).toEqual({
    result: 'failed',
    status,
    response: expect.stringMatching(new RegExp(`${advice}.*\\.$`)),
    retryAfterMs: null,
  });
});

test.each(['EAI_AGAIN', 'ENETUNREACH', 'EMFILE'])(
  'names this server’s network after %s',
  (code) => {
    expect(describeFailure(Object.assign(new Error(code), { code }))).toMatch(
      new RegExp(
        `\\(${code}\\)\\. Espere; se continuar, quem cuida deste servidor confere a rede\\.$`,
      ),
    );
  },
);

test('disables the endpoint after 410', () => {
  const response = expect.stringContaining('não conhece este endereço');
  expect(judge(410)).toEqual({ result: 'gone', status: 410, response });
});

test.each([301, 302, 303, 307, 308])('does not follow %i, and reports its target', (status) => {
  expect(judge(status, { location: 'https://outro.com/x' })).toMatchObject({
    result: 'failed',
    status,
    response: expect.stringContaining('Redireciona para https://outro.com/x'),
  });
});

test('delivers to Google Apps Script, which redirects to the answer of a script that has run', () => {
  const text = '<HTML>\n<HEAD>\n<TITLE>Moved Temporarily</TITLE>';
  const location = 'https://script.googleusercontent.com/macros/echo?user_content_key=AehSKL';
  expect(judge(302, { location }, text)).toEqual({
    result: 'delivered',
    status: 302,
    response: '',
  });
  const login = 'https://accounts.google.com/ServiceLogin?continue=https://script.google.com/x';
  expect(judge(302, { location: login })).toMatchObject({
    result: 'failed',
    response: expect.stringContaining('dê acesso a “Qualquer pessoa”'),
  });
  const other = 'https://outro.com/script.googleusercontent.com/';
  expect(judge(302, { location: other })).toMatchObject({ result: 'failed' });
});

test.each([
  [
    404,
    '{"code":404,"message":"The requested webhook \\"POST leads\\" is not registered.","hint":"The workflow must be active for a production URL to run successfully."}',
    'não está ativo',
  ],
  [
    404,
    '{"code":404,"message":"The requested webhook \\"leads\\" is not registered.","hint":"Click the \'Execute workflow\' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)"}',
    'Production URL',
  ],
  [
    404,
    '{"code":404,"message":"This webhook is not registered for POST requests. Did you mean to make a GET request?"}',
    'escolha POST',
  ],
  [400, 'no_text', 'O Slack só recebe'],
  [500, 'missing_text_or_fallback_or_attachments', 'O Slack só recebe'],
  [400, '{"message": "Cannot send an empty message", "code": 50006}', 'O Discord só recebe'],
  [
    400,
    '{"error": {"code": 400, "message": "Invalid JSON payload received. Unknown name \\"type\\" at \'message\': Cannot find field.\\n", "status": "INVALID_ARGUMENT"}}',
    'O Google Chat só recebe',
  ],
  [403, 'invalid_token', 'cadastre-o de novo. Resposta: '],
  [429, '{"error":"rate_limited"}', 'pedidos demais'],
])('says what to change after %i with %s', (status, text, response) => {
  expect(judge(status, {}, text)).toMatchObject({
    result: 'failed',
    status,
    response: expect.stringContaining(response),
  });
  expect(judge(status, {}, text).response.endsWith(text)).toBe(true);
});

test.each([
  [429, '30', 30_000],
  [503, ' 120 ', 120_000],
  [429, 'Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
  // In the past: at once.
  [503, 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
])('retries after %i with Retry-After “%s” in %i ms', (status, header, ms) => {
  expect(judge(status, { 'retry-after': header })).toMatchObject({ retryAfterMs: ms });
});

test.each([['amanhã'], ['-5'], [''], ['soon GMT']])('ignores a Retry-After of “%s”', (header) => {
  expect(judge(503, { 'retry-after': header })).toHaveProperty('retryAfterMs', null);
});

test('removes characters of an answer that databases refuse', () => {
  expect(judge(500, {}, 'a\0b\ud800c').response).toMatch(/ ab\ufffdc$/);
});
