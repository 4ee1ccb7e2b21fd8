import { expect, test } from 'vitest';
import { APPLICATION, followToCheckout, LEAD, post, startForms } from './start-forms.ts';

test('stores a lead with the UTMs of the referring page, and leads to the checkout with its key', async () => {
  await using app = await startForms();
  const referer = `${app.address}/?UTM_SOURCE=instagram&utm_campaign=abril`;
  const response = await post(app.address, 'lead', { ...LEAD, website: '' }, { referer });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^\/formulario\/pagamento\/[\w-]{22}$/);
  const [lead] = app.query('select * from leads');
  expect(lead).toMatchObject({
    ...{ nome: 'Ana Souza', telefone: '(11) 98765-4321', suspect: null },
    ...{ utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'abril' },
    ...{ botoes_clicados: '[]', tempo_jornada_segundos: 0, paginas_visitadas: 1 },
  });
  const checkout = await followToCheckout(app.address, response);
  expect(checkout.origin + checkout.pathname).toBe('https://checkout.test/escola');
  expect(checkout.searchParams.get('ref')).toBe(String(lead?.idempotency_key).replaceAll('-', ''));
  expect(checkout.searchParams.get('utm_campaign')).toBe('abril');
});

test('stores an application with its answers, and says so on the next page', async () => {
  await using app = await startForms();
  const response = await post(app.address, 'aplicacao', APPLICATION);
  expect(response.status).toBe(303);
  const page = await fetch(app.address + response.headers.get('location'));
  expect(await page.text()).toContain('APLICAÇÃO ENVIADA');
  expect(app.query('select * from applications')).toMatchObject([
    {
      ...{ nome: 'Ana Souza', whatsapp: '+55 (11) 98765-4321', respostas: '{"cidade":"Recife"}' },
      ...{ empresa: '', utm_source: 'direto', utm_medium: 'organico', paginas_visitadas: 1 },
    },
  ]);
});

test('answers 422 with the typed texts and the messages, and takes UTMs from hidden fields then', async () => {
  await using app = await startForms();
  const typed = [
    ...[
      ['nome', '"><script>x</script>{{error:telefone}}'],
      ['telefone', '119'],
    ],
    ...[
      ['canais', 'a'],
      ['canais', 'c'],
    ],
  ];
  const referer = `${app.address}/?utm_source=<b>`;
  const response = await post(app.address, 'lead', typed, { referer });
  expect(response.status).toBe(422);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const page = await response.text();
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;{{error:telefone}}"');
  expect(page).toContain(
    'value="119" aria-invalid="true"><p>WhatsApp inválido (mínimo 10 dígitos)',
  );
  expect(page).toContain('aria-invalid="false"><p></p>');
  expect(page).toContain('value="a" checked');
  expect(page).toContain('value="c" selected');
  expect(page).toContain('<p role="alert">Dados incompletos</p><p role="alert" hidden>');
  expect(page).toContain('name="utm_source" value="&lt;b&gt;"');
  const again = await post(
    app.address,
    'lead',
    { ...LEAD, utm_source: 'google' },
    { referer: `${app.address}/formulario/lead` },
  );
  expect(again.status).toBe(303);
  expect(app.query('select utm_source, utm_medium from leads')).toEqual([
    { utm_source: 'google', utm_medium: 'cpc' },
  ]);
});

test('shows a form with the UTMs of the page that leads to it', async () => {
  await using app = await startForms();
  const readForm = async (query: string, referer: string) => {
    const page = await fetch(`${app.address}/formulario/aplicacao${query}`, {
      headers: { referer },
    });
    return page.text();
  };
  expect(await readForm('', `${app.address}/?utm_source=bio`)).toContain(
    'name="utm_source" value="bio"',
  );
  expect(await readForm('?utm_source=ads', 'https://outra.test/?utm_source=x')).toContain(
    'value="ads"',
  );
  expect(await readForm('', '')).toContain('value="direto"');
  expect((await fetch(`${app.address}/formulario/aplicacao.html`)).status).toBe(404);
});

test('answers 403 to another origin, and accepts forms without Origin and Sec-Fetch-Site', async () => {
  await using app = await startForms({ env: { ALLOWED_ORIGINS: 'https://pagina.test' } });
  const send = async (headers: Record<string, string>, nome: string) =>
    (await post(app.address, 'lead', { ...LEAD, nome }, headers)).status;
  expect(await send({ origin: 'https://outra.test' }, 'Outra')).toBe(403);
  expect(await send({ origin: 'null' }, 'Nula')).toBe(403);
  expect(await send({ origin: 'https://pagina.test' }, 'Permitida')).toBe(303);
  const withoutOrigin = (headers: Record<string, string>) =>
    fetch(`${app.address}/formulario/lead`, {
      ...{ method: 'POST', redirect: 'manual', headers },
      body: new URLSearchParams(LEAD),
    });
  expect((await withoutOrigin({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await withoutOrigin({})).status).toBe(303);
  expect(app.query('select nome from leads order by id')).toEqual([
    { nome: 'Permitida' },
    { nome: 'Ana Souza' },
  ]);
});

test('marks a filled honeypot and nothing else as suspect', async () => {
  await using app = await startForms();
  await post(app.address, 'lead', { ...LEAD, website: 'x' });
  expect(app.query('select suspect from leads')).toEqual([{ suspect: 'honeypot' }]);
});

test('keeps the typed texts when the limit of requests, the body or the database refuses them', async () => {
  await using app = await startForms({ env: { RATE_LIMIT: '1', TRUST_PROXY: '1' } });
  const from = { 'x-forwarded-for': '203.0.113.1' };
  expect((await post(app.address, 'lead', LEAD, from)).status).toBe(303);
  const busy = await post(app.address, 'lead', LEAD, from);
  expect(busy.status).toBe(429);
  expect(busy.headers.get('cache-control')).toBe('no-store');
  const page = await busy.text();
  expect(page).toContain(
    '<p role="alert" hidden>Dados incompletos</p><p role="alert">Erro ao salvar',
  );
  expect(page).toContain('name="nome" value="Ana Souza"');

  const large = await post(app.address, 'lead', { ...LEAD, extra: 'x'.repeat(65_536) });
  expect(large.status).toBe(413);
  expect(await large.text()).toContain('value="Ana Souza"');
  expect((await post(app.address, 'lead', { extra: 'x'.repeat(300_000) })).status).toBe(413);

  await app.store.close();
  const down = await post(app.address, 'aplicacao', APPLICATION);
  expect(down.status).toBe(503);
  expect(down.headers.get('retry-after')).toBe('5');
  expect(await down.text()).toContain('name="email" value="ana@souza.com.br"');
});

test('answers hostile bodies without a failure', async () => {
  await using app = await startForms();
  const send = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${app.address}/formulario/aplicacao`, {
      ...{ method: 'POST', body, redirect: 'manual', headers: { 'content-type': type } },
    });
    return response.status;
  };
  expect(await send('')).toBe(422);
  expect(await send('nome=%ff%00%zz&&&=&__proto__=x&constructor=y&nome=%ud800')).toBe(422);
  expect(await send(`${'nome=a&'.repeat(9_000)}`)).toBe(422);
  expect(await send('{"nome":"Ana"}', 'application/json')).toBe(415);
  expect(await send('x', 'multipart/form-data; boundary=x')).toBe(415);
  expect(app.query('select * from applications')).toEqual([]);
  expect(app.log.join('')).not.toContain('unexpected');
});
