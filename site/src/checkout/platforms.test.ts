import { expect, test } from 'vitest';
import { addVisitor, type CheckoutSettings } from './platforms.ts';

const visitor = {
  key: '0192F3A4-b5c6-7d8e-9f00-112233445566',
  name: ' Marina Prado ',
  phone: '(11) 98765-4321',
};
const REF = '0192f3a4b5c67d8e9f00112233445566';

function parametersOf(settings: Partial<CheckoutSettings>, query = '') {
  const parameters = new URLSearchParams(query);
  addVisitor(parameters, { platform: 'other', prefill: false, ...settings }, visitor);
  return Object.fromEntries(parameters);
}

test.each([
  ['hotmart', { sck: REF }],
  ['kiwify', { s1: REF, sck: REF }],
  ['eduzz', { utm_term: REF }],
  ['hubla', { utm_term: REF }],
  ['ticto', { sck: REF }],
  ['tmb', { utm_term: REF }],
] as const)('%s gives the reference back where it is put', (platform, expected) => {
  expect(parametersOf({ platform })).toEqual(expected);
});

test('another checkout gets nothing, unless a parameter is named', () => {
  expect(parametersOf({ platform: 'other' }, 'funnel=anual')).toEqual({ funnel: 'anual' });
  expect(parametersOf({ refParameter: 'aff_sub' })).toEqual({ aff_sub: REF });
  expect(parametersOf({ prefill: true })).toEqual({});
});

test('a parameter named for another checkout is not used where the platform is known', () => {
  expect(parametersOf({ platform: 'hubla', refParameter: 'x' })).toEqual({ utm_term: REF });
});

test('the visitor’s own term stays before the reference', () => {
  expect(parametersOf({ platform: 'eduzz' }, 'utm_term=ia para empresas').utm_term).toBe(
    `ia para empresas|${REF}`,
  );
});

test('a long term is cut between characters, the reference never', () => {
  const term = parametersOf({ platform: 'tmb' }, `utm_term=${'🙂'.repeat(255)}`).utm_term ?? '';
  expect([...term]).toHaveLength(255);
  expect(term.endsWith(`🙂|${REF}`)).toBe(true);
  expect(term.isWellFormed()).toBe(true);
});

test('name and phone are filled in where the platform takes them, when asked to', () => {
  expect(parametersOf({ platform: 'hotmart', prefill: true })).toEqual({
    sck: REF,
    name: 'Marina Prado',
    phoneac: '11',
    phonenumber: '987654321',
  });
  expect(parametersOf({ platform: 'kiwify', prefill: true })).toMatchObject({
    name: 'Marina Prado',
    phone: '11987654321',
  });
  expect(parametersOf({ platform: 'hubla', prefill: true })).toEqual({ utm_term: REF });
});

test('a number with +55 is Brazilian, another country’s is left out', () => {
  const phoneOf = (phone: string) => {
    const parameters = new URLSearchParams();
    addVisitor(parameters, { platform: 'kiwify', prefill: true }, { ...visitor, phone });
    return parameters.get('phone');
  };
  expect(phoneOf('+55 (21) 3322-1100')).toBe('2133221100');
  expect(phoneOf('021987654321')).toBe('21987654321');
  expect(phoneOf('+351 912 345 678')).toBeNull();
});
