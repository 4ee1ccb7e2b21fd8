import { expect, test } from 'vitest';
import { reportedUtm } from './reported-utm.ts';

test.each([
  ...[
    '{{campaign.name}}',
    '{{campaign.name}}|{{campaign.id}}',
    '{campaignid}',
    '{{site_source_name}}',
  ],
  ...['__CAMPAIGN_NAME__', '__CID_NAME__', '[campaign_name]', '[campaign]', '%%adname%%'],
  ...['undefined', 'null', ' NULL ', 'NaN', '[object Object]', '(not set)'],
  ...['*|EMAIL|*', '*|CAMPAIGN_UID|*', '%EMAIL%', '%FIRST_NAME%', '{ifmobile:celular}'],
  ...[' {{adset.name}} - {{ad.name}} ', '{lpurl}', '{keyword:curso de tear}', '{{ ad.name }}'],
  ...[
    '%7B%7Bcampaign.name%7D%7D|%7B%7Bcampaign.id%7D%7D',
    '%7bcampaignid%7d',
    '{{nome da campanha}}',
  ],
])('recognizes %s as a placeholder that no network filled in', (value) => {
  expect(reportedUtm(value)).toBe('não preenchido pela rede');
});

test.each([
  ...['', 'direto', '[LANÇAMENTO]', '[frio]', 'lanc_{{ad.name}}', '{frio quente}'],
  ...['{publico:frio}', '__', '100%%', '50%off%', 'promo%C3%A7%C3%A3o', 'object', 'a__b__c'],
  'null-1',
])('keeps %j', (value) => {
  expect(reportedUtm(value)).toBe(value);
});

test('normalizes accents, which devices write in different ways', () => {
  expect(reportedUtm('Lanc\u0327amento')).toBe('Lançamento');
});

test('removes the slash that a redirect adds at the end of an address', () => {
  expect(reportedUtm('lancamento/')).toBe('lancamento');
  expect(reportedUtm('Vídeo /')).toBe('Vídeo');
  expect(reportedUtm('{{ad.name}}/')).toBe('não preenchido pela rede');
});

test('joins a name to its copies with invisible characters', () => {
  expect(reportedUtm('\ufeffLan\u00adc\u200b\u0327amento \u200b')).toBe('Lançamento');
  expect(reportedUtm('{{campaign\u200b.name}}\u200b')).toBe('não preenchido pela rede');
});
