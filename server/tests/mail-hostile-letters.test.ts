import { expect, test } from 'vitest';
import { application } from './mail-deliveries.ts';
import { write } from './write-mail.ts';

const HOSTILE =
  'Ana\r\nBcc: x@evil.test <img src=x onerror=alert(1)> \u202eodarp\u2066 \u0000\u001b[2J';

test('a name cannot bring a header, a tag, or another direction of writing along', () => {
  const { letter, html, text } = write('application.created', application({ nome: HOSTILE }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
  const CONTROLS = /[\0-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/;
  expect(letter.subject).not.toMatch(/[\r\n]/);
  expect(letter.subject).not.toMatch(CONTROLS);
  expect(text).not.toMatch(CONTROLS);
  expect(html).not.toMatch(/<img/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

const BAIT = [
  'https://evil.test/login',
  'www.evil.test',
  'evil.com.br/pix',
  'conta@evil.test',
  'HTTP://EVIL.TEST',
  'javascript://evil.test',
  'evil。com',
].join(' ');
/** Near to what mail clients make links of. */
const LINK = /[a-z]:\/\/|www\.\w|\p{L}[.。]\p{L}|\w@\w/iu;

test('nothing that a visitor typed becomes a link', () => {
  const texts = { nome: BAIT, empresa: BAIT, cargo: BAIT, principais_desafios: BAIT };
  const contacts = { email: 'https://evil.test/@a.b', whatsapp: 'evil.test/1234567890' };
  const utm_source = 'evil.test';
  const { html, text } = write(
    'application.created',
    application({ ...texts, ...contacts, utm_source, utm_campaign: BAIT, wa_me: null }),
  );
  const written = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ');
  expect(written).toContain('evil');
  expect(written).not.toMatch(LINK);
  expect(text).not.toMatch(LINK);
  expect(html).not.toContain('href=');
});

test('links go to a chat, to a checked address, or to the console, whatever was typed', () => {
  const wa_me = 'https://wa.me/5511987654321" onclick="x';
  const email = 'ana?bcc=x@evil.test';
  const { html, letter } = write('application.created', application({ wa_me, email }));
  expect(html).not.toContain('href=');
  expect(letter.replyTo).toBeNull();
});

test('a long answer is cut, and says so', () => {
  const principais_desafios = 'á'.repeat(5_000);
  const { text, html } = write('application.created', application({ principais_desafios }));
  expect(text).toContain('[cortado aqui: o texto inteiro tem 5.000 caracteres]');
  expect(html).toContain('[cortado aqui: o texto inteiro tem 5.000 caracteres]');
  expect(text.match(/á/g)?.length).toBeLessThan(2_100);
});

test('an answer of a thousand lines does not push the rest away', () => {
  const principais_desafios = 'a\n'.repeat(2_500);
  const { text } = write('application.created', application({ principais_desafios }));
  expect(text.split('\n').length).toBeLessThan(130);
  expect(text).toContain('[cortado aqui');
});
