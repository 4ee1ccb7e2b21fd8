import { expect, test } from 'vitest';
import {
  completeAddress,
  completeColor,
  readVideoId,
  reduceCodeToId,
  toParagraph,
} from './typed-texts.ts';

test.each([
  ['minhapagina.com.br/', 'https://minhapagina.com.br'],
  [' pay.kiwify.com.br/abc ', 'https://pay.kiwify.com.br/abc'],
  ['https://pay.kiwify.com.br/abc/', 'https://pay.kiwify.com.br/abc/'],
  ['http://minhapagina.com.br', 'http://minhapagina.com.br'],
  ['minha página', 'minha página'],
  ['', ''],
])('mends the address %o', (typed, mended) => {
  expect(completeAddress(typed)).toBe(mended);
});

test.each([
  ['0B0D10', '#0B0D10'],
  [' #0b0d10\u200b', '#0b0d10'],
  ['#0b0d10ff', '#0b0d10'],
  ['fa0', '#ffaa00'],
  ['#0b0d1', '#0b0d1'],
  ['#0b0d1080', '#0b0d1080'],
  ['azul', 'azul'],
])('completes the color "%s" that a design tool copied to "%s"', (typed, color) => {
  expect(completeColor(typed)).toBe(color);
});

test.each([
  ['Linha um \n linha dois', 'Linha um linha dois'],
  ['Linha um\vlinha dois\u2028linha três', 'Linha um linha dois linha três'],
  ['auto\u0002mação\u0000', 'automação'],
  ['Antes\tdepois ', 'Antes\tdepois '],
])('makes one paragraph of the text %j, which another program copied', (typed, paragraph) => {
  expect(toParagraph(typed)).toBe(paragraph);
});

const GOOGLE_TAG = '^(G|AW|GT)-[A-Z0-9]+$';
const META_PIXEL = '^\\d{6,20}$';
const LINK = '^(#[\\w-]+|https:\\/\\/\\S+)$';

test.each([
  [
    GOOGLE_TAG,
    `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC123XYZ9"></script> <script> window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag('js', new Date()); gtag('config', 'G-ABC123XYZ9'); </script>`,
    'G-ABC123XYZ9',
  ],
  [
    '^AW-\\d+\\/[\\w-]+$',
    `gtag('event', 'conversion', {'send_to': 'AW-123456789/AbC-D_efG'});`,
    'AW-123456789/AbC-D_efG',
  ],
  [
    META_PIXEL,
    `n.version='2.0'; fbq('init', '1234567890123456'); <img src="https://www.facebook.com/tr?id=1234567890123456&ev=PageView&noscript=1"/>`,
    '1234567890123456',
  ],
])('finds the id of the pattern %s in a copied tracking code', (pattern, pasted, id) => {
  expect(reduceCodeToId(pattern, pasted)).toBe(id);
});

test.each([
  [GOOGLE_TAG, 'G-ABC123XYZ9'],
  [GOOGLE_TAG, `gtag('config', 'G-ABC123XYZ9'); gtag('config', 'AW-123456789');`],
  [GOOGLE_TAG, `<script>'GTM-ABC1234'</script>`],
  [META_PIXEL, 'o pixel 1234567890'],
  [LINK, 'https://wa.me/5511987654321?text=Quero saber mais'],
  [LINK, 'Veja (https://escola.example.com/aula)'],
])(
  'keeps a text of the pattern %s that is an id, no code, a code of several ids, or a link with spaces',
  (pattern, text) => {
    expect(reduceCodeToId(pattern, text)).toBe(text);
  },
);

const VIDEO_ADDRESSES = [
  'dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s',
  'youtube.com/watch?v=dQw4w9WgXcQ&list=PL123',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=abc" allowfullscreen></iframe>',
  'Assista: https://youtu.be/dQw4w9WgXcQ',
  'Assista (https://youtu.be/dQw4w9WgXcQ).',
  'https://studio.youtube.com/video/dQw4w9WgXcQ/edit',
  'https://www.youtube.com/watch/dQw4w9WgXcQ',
  '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  '//youtu.be/dQw4w9WgXcQ\u200b',
  '[vídeo](https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
  'https://www.google.com/url?q=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&sa=D',
  'https://l.instagram.com/?u=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ%3Fsi%3Dabc&e=AT0',
];

test('finds the video in every form of its address', () => {
  expect(VIDEO_ADDRESSES.map(readVideoId)).toEqual(VIDEO_ADDRESSES.map(() => 'dQw4w9WgXcQ'));
});

test('refuses addresses of other sites and addresses without a video', () => {
  const others = [
    ...['', 'https://vimeo.com/dQw4w9WgXcQ', 'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ'],
    ...['https://www.youtube.com/c/MeuCanalLeg', 'https://notyoutu.be/dQw4w9WgXcQ'],
    ...['https://www.youtube.com/@canal', 'javascript:alert(1)', 'dQw4w9WgXc'],
    // YouTube has words with as many letters as an id.
    'https://www.youtube.com/embed/videoseries?list=PL123',
    '<iframe src="https://www.youtube.com/embed/live_stream?channel=UC123"></iframe>',
  ];
  expect(others.map(readVideoId)).toEqual(others.map(() => null));
});
