import { BROWSER_HEADERS } from '../../../testkit/browser-headers.ts';
import { FORM_SITE } from '../../../testkit/forms/form-site.ts';
import { type StartOptions, startApp } from '../../../testkit/start-app.ts';

export const startForms = (options: StartOptions = {}) => startApp({ site: FORM_SITE, ...options });

/** Sends a form as a browser without scripts does. */
export const post = (
  address: string,
  form: 'lead' | 'aplicacao',
  fields: string[][] | Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(`${address}/formulario/${form}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...BROWSER_HEADERS, origin: address, referer: `${address}/`, ...headers },
    redirect: 'manual',
  });

export const LEAD = { nome: 'Ana Souza', telefone: '11987654321' };
export const APPLICATION = {
  nome: 'Ana Souza',
  email: 'ana@souza.com.br',
  whatsapp: '11987654321',
  cidade: 'Recife',
};

export async function followToCheckout(address: string, response: Response): Promise<URL> {
  const page = await fetch(address + response.headers.get('location'));
  const [, link = ''] = /<a href="([^"]*)"/.exec(await page.text()) ?? [];
  return new URL(link.replaceAll('&amp;', '&'));
}
