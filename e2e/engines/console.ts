import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { totpCode } from '../../testkit/totp.ts';
import { HOTTOK, sendPaymentNotice } from '../console/hotmart-notice.ts';
import { addOperator } from '../console/operator-session.ts';
import type { Engine } from './engine.ts';
import { Visitor } from './visitor.ts';

const OPERATOR = { email: 'ana@escola.test', password: 'girassol no telhado' };
const PERSON = { name: 'Beatriz Nogueira', phone: '(11) 98765-4321' };

/** Password, a new authenticator app, its first code, and the codes for the day it is lost. */
async function signIn(visitor: Visitor): Promise<void> {
  await visitor.fill('E-mail', OPERATOR.email);
  await visitor.fill('Senha', OPERATOR.password);
  await visitor.press('Entrar');
  await visitor.sees('Ative o aplicativo autenticador');
  await expect.poll(() => visitor.count('.sign-in-secret')).toBe(1);
  await visitor.fill('Código de 6 dígitos', totpCode(await visitor.read('.sign-in-secret')));
  await visitor.sees('Guarde estes códigos');
  await visitor.click(`//label[contains(., 'Guardei os códigos')]`);
  await visitor.press('Abrir o console');
}

/** Searches for somebody, opens the detail and changes how the conversation stands. */
async function talkTo(visitor: Visitor): Promise<void> {
  await visitor.click(`//nav//a[normalize-space(.)='Leads']`);
  await visitor.sees('Outra Pessoa', 'main');
  await visitor.click(`//input[@type='search']`);
  await visitor.visit.type('beatriz');
  await expect.poll(() => visitor.read('main')).not.toContain('Outra Pessoa');
  await visitor.click(`//main//li//a[contains(., '${PERSON.name}')]`);
  await visitor.sees('História', '.detail');
  await visitor.click(`//label[contains(., 'Aprovado')]`);
  await visitor.sees('Agora: aprovado.');
  const link = await visitor.visit.run(
    () => document.querySelector<HTMLAnchorElement>('.detail a[href*="//wa.me/"]')?.href ?? '',
  );
  const { pathname, searchParams } = new URL(link);
  expect(pathname).toBe('/5511987654321');
  expect(searchParams.get('text')).toContain('Beatriz');
}

export function workAtTheConsole(engine: Engine): void {
  test(`${engine.name}: an operator signs in, sees the day, talks to a lead and finds the sale`, async () => {
    const port = String(await findPort());
    await using funil = new Funil({ env: { CONSOLE_PORT: port, HOTMART_HOTTOK: HOTTOK } });
    await funil.start();
    await addOperator(funil.dataDir, OPERATOR.email, OPERATOR.password);
    for (const [nome, telefone] of [
      [PERSON.name, PERSON.phone],
      ['Outra Pessoa', '(21) 99876-5432'],
    ]) {
      const headers = { 'idempotency-key': randomUUID() };
      await insert(funil.url, 'leads', makeLead({ nome, telefone }), headers);
    }
    expect((await sendPaymentNotice(funil.url, PERSON)).status).toBe(200);
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);

    await using visit = await engine.visit();
    const visitor = new Visitor(visit);
    await visit.open(url);
    await signIn(visitor);
    await visitor.sees('Leads novos', 'main');
    await visitor.sees(PERSON.name, 'main');
    await talkTo(visitor);
    await visit.open(`${url}/vendas`);
    await visitor.sees('R$ 1.497,10', 'main');
    await visitor.click(`//main//a[contains(., '${PERSON.name}')]`);
    await visitor.sees('ligada pelo telefone', '.detail');
    await visitor.sees('instagram', '.detail');
  });
}
