import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Funil } from '../../testkit/funil.ts';
import { makeLead } from '../../testkit/rows.ts';
import { postRows } from '../../testkit/start-app.ts';
import { totpCode } from '../../testkit/totp.ts';
import { sendPaymentNotice } from '../console/hotmart-notice.ts';
import { addOperator, PASSWORD, waitForConsole } from '../console/operator-session.ts';
import type { Engine } from './engine.ts';
import { Visitor } from './visitor.ts';

const EMAIL = 'ana@escola.test';
const PERSON = { name: 'Beatriz Nogueira', phone: '(11) 98765-4321' };

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.fill('E-mail', EMAIL);
  await visitor.fill('Senha', PASSWORD);
  await visitor.press('Entrar');
  await visitor.expectText('Ative o aplicativo autenticador');
  await expect.poll(() => visitor.count('main code')).toBe(1);
  await visitor.fill('Código de 6 dígitos', totpCode(await visitor.read('main code')));
  await visitor.expectText('Guarde estes códigos');
  await visitor.click(`//label[contains(., 'Guardei os códigos')]`);
  await visitor.press('Abrir o painel');
}

async function changeLead(visitor: Visitor): Promise<void> {
  await visitor.click(`//nav//a[normalize-space(.)='Pessoas']`);
  await visitor.expectText('Outra Pessoa', 'main');
  await visitor.click(`//input[@type='search']`);
  await visitor.page.type('beatriz');
  await expect.poll(() => visitor.read('main')).not.toContain('Outra Pessoa');
  await visitor.click(`//main//li//a[contains(., '${PERSON.name}')]`);
  await visitor.expectText('História', 'article');
  await visitor.click(`//label[contains(., 'Em conversa')]`);
  await visitor.expectText('Agora: em conversa.');
  const readLink = () =>
    visitor.page.run(
      () => document.querySelector<HTMLAnchorElement>('article a[href*="//wa.me/"]')?.href,
    );
  await expect.poll(readLink).toMatch(/\/5511987654321\?text=.*Beatriz/);
}

/** Checks the console with a lead and its sale. @param url the console of a server that accepts Hotmart's notices */
export async function signInAndChangeLead(
  engine: Engine,
  funil: Funil,
  url: string,
): Promise<void> {
  await addOperator(funil.dataDir, EMAIL);
  for (const [nome, telefone] of [
    [PERSON.name, PERSON.phone],
    ['Outra Pessoa', '(21) 99876-5432'],
  ]) {
    const headers = { 'idempotency-key': randomUUID() };
    await postRows(funil.url, 'leads', makeLead({ nome, telefone }), headers);
  }
  await waitForConsole(url);

  await using page = await engine.openPage();
  const visitor = new Visitor(page);
  await page.open(url);
  await signIn(visitor);
  await visitor.expectText('Leads novos', 'main');
  await visitor.expectText(PERSON.name, 'main');
  await changeLead(visitor);
  expect((await sendPaymentNotice(funil.url, PERSON)).status).toBe(200);
  await page.open(`${url}/vendas`);
  await visitor.expectText('R$ 1.497,10', 'main');
  await visitor.click(`//main//a[contains(., '${PERSON.name}')]`);
  await visitor.expectText('ligada pelo telefone', 'article');
  await visitor.expectText('instagram', 'article');
}
