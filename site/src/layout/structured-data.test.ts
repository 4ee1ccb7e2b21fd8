import { loadContent } from '@funil/content/load';
import { expect, test } from 'vitest';
import { asScriptText, isoDuration, structuredData } from './structured-data.ts';

const pictures = {
  logo: 'https://engrena.example/l.png',
  portrait: 'https://engrena.example/p.png',
};

function describe(type: string) {
  const graph = structuredData(loadContent(), pictures)['@graph'] as Record<string, unknown>[];
  return graph.filter((thing) => thing['@type'] === type);
}

test('describes the course with its price and refund period', () => {
  expect(describe('Course')[0]).toMatchObject({
    offers: {
      price: '1497.00',
      priceCurrency: 'BRL',
      hasMerchantReturnPolicy: { merchantReturnDays: 7 },
    },
    hasCourseInstance: { courseMode: 'Online', courseSchedule: { repeatCount: 12 } },
  });
});

test('describes a product without a founder', () => {
  const { founder: _, ...content } = loadContent();
  const offer = content.offer && { ...content.offer, kind: 'product' as const };
  const graph = JSON.stringify(structuredData({ ...content, offer }, pictures));
  expect(graph).toContain('"@type":"Product"');
  expect(graph).toContain('"price":"1497.00"');
  expect(graph).not.toMatch(/Course|Person|#fundador/);
});

test('describes the founder as a person of the organization', () => {
  expect(describe('Person')[0]).toMatchObject({
    name: 'Lívia Sartório',
    jobTitle: 'Fundadora e mentora',
    worksFor: { '@id': 'https://engrena.example/#organizacao' },
  });
  expect(describe('Organization')[0]).toMatchObject({
    '@id': 'https://engrena.example/#organizacao',
  });
});

test('describes each video with thumbnail, date and duration', () => {
  const videos = describe('VideoObject');
  expect(videos).toHaveLength(7);
  for (const video of videos) {
    expect(video).toMatchObject({
      thumbnailUrl: expect.stringMatching(/^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\//),
      uploadDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
      duration: expect.stringMatching(/^PT\d+M\d+S$/),
    });
  }
});

test('describes the questions with their answers', () => {
  const [page] = describe('FAQPage');
  expect(page?.mainEntity).toHaveLength(6);
  expect(page).toMatchObject({
    mainEntity: expect.arrayContaining([
      {
        '@type': 'Question',
        name: 'Preciso saber programar?',
        acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/^Não\./) },
      },
    ]),
  });
});

test('writes durations in ISO 8601', () => {
  expect(isoDuration('4:12')).toBe('PT4M12S');
  expect(isoDuration('12:05')).toBe('PT12M5S');
});

test('escapes text that would end the script element', () => {
  expect(asScriptText({ name: '</script><b>' })).toBe('{"name":"\\u003c/script>\\u003cb>"}');
});
