import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInstagram, isInstagram, maskInstagram } from './instagram.ts';

test.each([
  ['usuario', '@usuario'],
  ['@usuario', '@usuario'],
  ['@@usuario', '@usuario'],
  [' @usuario ', '@usuario'],
  ['https://www.instagram.com/usuario/?igsh=abc', '@usuario'],
  ['@instagram.com/usuario', '@usuario'],
  ['instagram.com', '@instagram.com'],
  ['@\u2068usuario\u2069', '@usuario'],
  ['usuario\u200b', '@usuario'],
  ['＠usuario', '@usuario'],
  ['https://br.instagram.com/usuario', '@usuario'],
  ['https://instagram.com/_u/usuario', '@usuario'],
  ['instagr.am/usuario', '@usuario'],
  ['https://www.instagr.am/usuario?igsh=abc', '@usuario'],
  ['Instagram: @usuario', '@usuario'],
  ['Instagram:usuario', '@usuario'],
  ['Instagram：@usuario', '@usuario'],
  ['insta @usuario', '@usuario'],
  ['@insta @usuario', '@usuario'],
  ['IG: @usuario', '@usuario'],
  ['ig: https://www.instagram.com/usuario?igsh=abc', '@usuario'],
  ['@ usuario', '@usuario'],
  ['insta.usuario', '@insta.usuario'],
  ['instagram', '@instagram'],
  ['insta@example.com', '@insta@example.com'],
  ['https://www.instagram.com/stories/usuario/123/', '@usuario'],
  ['-', '@'],
  ['', '@'],
])('shows %s as %s', (typed, shown) => {
  expect(formatInstagram(typed)).toBe(shown);
});

test.each(['', '@', '@usuario', '@usuario.nome_1', '@josé'])('accepts %s', (text) => {
  expect(isInstagram(text)).toBe(true);
});

const OTHER_PAGES = ['p/Cabc/', 'reel/Cabc', 'reels/Cabc/', 'tv/Cabc', 'share/Cabc', 'direct/t/1'];
test.each([...OTHER_PAGES, ...['explore/tags/ia/', 'accounts/login/?next=/usuario/']])(
  'takes no post or page of the app for a profile: %s',
  (path) => {
    expect(isInstagram(formatInstagram(`https://www.instagram.com/${path}`))).toBe(false);
    expect(isInstagram(formatInstagram(`instagr.am/${path}`))).toBe(false);
  },
);

test.each(['usuario', '@usu ario', '@usuario!', '@@usuario'])('refuses %s', (text) => {
  expect(isInstagram(text)).toBe(false);
});

test('changes nothing when a handle is formatted again', () => {
  const typed = fc.string({
    unit: fc.constantFrom(...'@ab._ /?:', 'instagram.com/', 'instagr.am/', 'insta'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(typed, (text) => {
      const once = formatInstagram(text);
      expect(formatInstagram(once)).toBe(once);
    }),
  );
});

test.each(['Insta: @usuario', 'insta @usuario', 'Instagram @usuario', 'ig @usuario'])(
  'keeps the handle when its label is typed before it, sign by sign: %s',
  (text) => {
    const typed = [...text].reduce(
      (field, sign) => maskInstagram({ text: field.text + sign, caret: field.caret + 1 }),
      { text: '@', caret: 1 },
    );
    expect(typed).toEqual({ text: '@usuario', caret: 8 });
  },
);

test('keeps the caret when text is typed in the middle', () => {
  expect(maskInstagram({ text: '@usxuario', caret: 4 })).toEqual({ text: '@usxuario', caret: 4 });
});

test('moves text that is typed before the @ after it, and restores a deleted @', () => {
  expect(maskInstagram({ text: 'x@', caret: 1 })).toEqual({ text: '@x', caret: 2 });
  expect(maskInstagram({ text: 'x@usuario', caret: 1 })).toEqual({ text: '@xusuario', caret: 2 });
  expect(maskInstagram({ text: '', caret: 0 })).toEqual({ text: '@', caret: 1 });
  expect(maskInstagram({ text: 'usuario', caret: 0 })).toEqual({ text: '@usuario', caret: 1 });
});
