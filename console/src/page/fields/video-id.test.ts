import { expect, test } from 'vitest';
import { readVideoId } from './video-id.ts';

const ADDRESSES = [
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
];

test('finds the video in every form of its address', () => {
  expect(ADDRESSES.map(readVideoId)).toEqual(ADDRESSES.map(() => 'dQw4w9WgXcQ'));
});

test('refuses addresses of other sites and addresses without a video', () => {
  const others = [
    ...['', 'https://vimeo.com/dQw4w9WgXcQ', 'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ'],
    ...['https://www.youtube.com/c/MeuCanalLeg', 'https://notyoutu.be/dQw4w9WgXcQ'],
    ...['https://www.youtube.com/@canal', 'javascript:alert(1)', 'dQw4w9WgXc'],
  ];
  expect(others.map(readVideoId)).toEqual(others.map(() => null));
});
