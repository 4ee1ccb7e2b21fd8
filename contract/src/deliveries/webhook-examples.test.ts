import { expect, test } from 'vitest';
import { internationalDigits, whatsappLink } from '../contacts/international-phone.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';
import { PAYLOAD_SCHEMAS } from './webhook-payloads.ts';

test.each(WEBHOOK_EVENTS)('has an example of %s that fits its schema, marked as a test', (type) => {
  const example = WEBHOOK_EXAMPLES[type];
  expect(example.type).toBe(type);
  expect(PAYLOAD_SCHEMAS[type].parse(example.data)).toEqual(example.data);
  expect(example.data.test).toBe(true);
});

test('has examples in which all fields of a phone state the same number', () => {
  const { telefone, phone_digits, wa_me } = WEBHOOK_EXAMPLES['lead.created'].data;
  expect(internationalDigits(telefone)).toBe(phone_digits);
  expect(whatsappLink(telefone)).toBe(wa_me);
});
