import { expect, test } from 'vitest';
import { fitEvent } from './fit-event.ts';

test('a video counts under its title as one types it, however the page keeps its words together', () => {
  const { payload } = fitEvent({
    id: '0198c1de-0000-7000-8000-000000000001',
    sessionId: '0198c1de-0000-7000-8000-000000000002',
    name: 'video_play',
    payload: { title: 'De 9\u00a0horas para\n40\u00a0segundos', section: 'videos' },
    time: Date.UTC(2026, 0, 5),
    utms: {
      utm_source: 'direto',
      utm_medium: 'organico',
      utm_campaign: '',
      utm_content: '',
      utm_term: '',
    },
  });
  expect(payload).toEqual({ title: 'De 9 horas para 40 segundos' });
});
