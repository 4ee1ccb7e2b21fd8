import { expect, test } from 'vitest';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';

/** Data of Ana's contact, which another attendant must not read. */
const PERSONAL_DATA = /Marina|98765|marina@|Pediu desconto/;

/** Adds a contact of the operator Ana, with a note and a sale. */
async function addContact(console: ConsoleData, kind: 'lead' | 'application') {
  const person = { nome: 'Marina Prado', email: 'marina@example.com' };
  const { id, subject } =
    kind === 'lead'
      ? await console.addLead({ ...person, telefone: '(11) 98765-4321' })
      : await console.addApplication({ ...person, whatsapp: '(11) 98765-4321' });
  await storeNotice(console, notice({ phone: '5511987654321', event: 'PURCHASE_BILLET_PRINTED' }));
  const change = { version: 0, owner: 'ana@escola.test', note: 'Pediu desconto' };
  await console.call('PATCH', `subjects/${subject}`, change);
  const detail = await console.get(`${kind}s/${id}`);
  return { id: String(id), subject, note: String(detail.notes[0].id) };
}

/** Bodies by route, for routes that refuse an empty one; `subject` is another operator's contact. */
const bodiesOf = (subject: string): Record<string, object> => ({
  'PATCH subjects/:subject': { version: 1, state: 'perdido', note: 'Sou eu' },
  'POST subjects/state': { items: [{ subject, version: 1 }], state: 'perdido' },
  'POST subjects/:subject/messages': { template: null },
  'POST leads/search': { q: 'marina' },
  'POST applications/search': { q: 'marina' },
  'POST leads/choices': { q: 'marina' },
  'POST applications/choices': { q: 'marina' },
  'POST people/search': { q: 'marina' },
});

/** Routes that answer attendants, because they name no contact; their lists omit other operators' contacts. */
const ANSWERED_ROUTES = [
  ...['GET context', 'GET today', 'GET leads', 'POST leads/search', 'POST leads/choices'],
  ...['GET applications', 'POST applications/search', 'POST applications/choices'],
  ...['POST subjects/state', 'GET live', 'GET templates', 'POST people/search'],
  ...['GET account/sessions'],
];

test.each(['lead', 'application'] as const)(
  'hides another operator’s %s from an attendant on every route',
  async (kind) => {
    await using console = await startConsoleData();
    const { id, subject, note } = await addContact(console, kind);
    const before = await console.get(`${kind}s/${id}`);
    const bia = await console.signIn('bia@escola.test', 'attendant');
    const bodies = bodiesOf(subject);
    const routes = console.routes
      .filter(({ url, method }) => url.startsWith('/console/v1/') && method !== 'HEAD')
      .map(({ url, method }) => [method, url.replace('/console/v1/', '')] as const)
      // Skips the route of unknown paths, and those of the operator's own devices, which name no contact.
      .filter(([, url]) => url !== '*' && !url.startsWith('devices'));
    for (const [method, url] of routes) {
      const name = `${method} ${url}`;
      const path = url
        .replace(/notes\/:id/, `notes/${note}`)
        .replace(/:id/, id)
        .replace(/:subject|:key/, subject)
        .replace(/:\w+/, 'hotmart');
      const answer = await console.call(method, path, bodies[name], bia.token);
      expect(answer.text, name).not.toMatch(PERSONAL_DATA);
      if (ANSWERED_ROUTES.includes(name)) expect(answer.status, name).toBe(200);
      else expect([403, 404], `${name}: ${answer.status}`).toContain(answer.status);
    }
    expect(await console.get(`${kind}s/${id}`)).toEqual(before);
  },
);
