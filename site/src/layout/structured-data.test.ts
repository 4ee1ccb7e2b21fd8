import { loadContent } from '@funil/content/load';
import { expect, test } from 'vitest';
import { asScriptText, structuredData } from './structured-data.ts';

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

test('escapes text that would end the script element', () => {
  expect(asScriptText({ name: '</script><b>' })).toBe('{"name":"\\u003c/script>\\u003cb>"}');
});
