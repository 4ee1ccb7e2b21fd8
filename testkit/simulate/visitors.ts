import type { UtmRecord } from '@funil/contract/capture/utm';
import { toSearchText } from '@funil/contract/characters';
import { HOUR_MS } from '@funil/contract/durations';
import { type Random, type RandomStreams, randomDigits } from './random.ts';
import { LINKS, type Link } from './sources.ts';

export interface Person {
  readonly name: string;
  /** Area code, ninth digit, and eight more: `11901234567`. */
  readonly phone: string;
  readonly email: string;
  /** The handle, with its `@`. */
  readonly instagram: string;
}

const FIRST_NAMES = (
  'Adriana Alan Amanda Bento Bianca Caio Camila Cauê Célia Davi Débora Edson Elisa Enzo Fábio Flávia Gael ' +
  'Graça Heitor Helena Iara Igor Íris Jaime Joana João Jussara Kauã Laís Leandro Lívia Luan Marina Mateus ' +
  'Nádia Nuno Olívia Otávio Paula Pedro Quésia Rafael Rute Samuel Sílvia Tainá Tiago Úrsula Vera Vítor ' +
  'Wesley Yara Zélia'
).split(' ');
const LAST_NAMES = (
  'Abrantes Alvim Azevedo Barreto Brandolim Caldas Camargo Campos Dantas Drummond Esteves Falcão Ferraz ' +
  'Galvão Guedes Jardim Lacerda Lindmar Macedo Maciel Nogueira Noratto Paiva Peçanha Prado Quental Rangel ' +
  'Reis Salgado Sampaio Teles Uchoa Vandelli Viana'
).split(' ');
/** Area codes, of which populous ones appear several times. */
const AREA_CODES = (
  '11 11 11 12 13 16 19 21 21 24 27 31 31 32 34 41 43 44 47 48 51 54 55 61 62 65 67 71 73 79 81 82 83 84 ' +
  '85 86 91 92 95 98'
).split(' ');
export const SIMULATED_MAIL = '@correio.example';
/** No mobile number begins with these digits, because 90 dials collect calls. */
const UNASSIGNED_PREFIX = '90';

export type People = ReturnType<typeof createPeople>;

export function createPeople(identity: Random) {
  const phones = new Set<string>();
  let count = 0;
  function makePhone(): string {
    for (;;) {
      const phone = identity.pick(AREA_CODES) + UNASSIGNED_PREFIX + randomDigits(identity, 7);
      if (phones.has(phone)) continue;
      phones.add(phone);
      return phone;
    }
  }
  return {
    makePhone,
    makePerson(): Person {
      const [first, last] = [identity.pick(FIRST_NAMES), identity.pick(LAST_NAMES)];
      count += 1;
      const handle = toSearchText(`${first}.${last}`);
      return {
        name: `${first} ${last}`,
        phone: makePhone(),
        email: `${handle}.${count}-${randomDigits(identity, 5)}${SIMULATED_MAIL}`,
        instagram: `@${handle}${count}`,
      };
    },
  };
}

/** A person with a browser, which remembers its first origin. */
export interface Visitor {
  readonly link: Link;
  readonly utms: UtmRecord;
  readonly person: Person;
  /** Only one form, because a sale could belong to either of two rows. */
  sentForm: 'lead' | 'application' | null;
  visits: number;
  /** Ms since 1970. */
  lastVisit: number;
  /** Until this time (ms since 1970) a sale is under way, so the visitor sends no form. */
  busyUntil: number;
}

const RETURNING_SHARE = 0.12;
const MAX_REMEMBERED_VISITORS = 2_000;

export function createVisitors({ behavior }: RandomStreams, people: People) {
  const remembered: Visitor[] = [];

  function makeVisitor(at: number): Visitor {
    const link = behavior.weighted(LINKS);
    return {
      link,
      utms: { ...link.utms, origem_timestamp: new Date(at).toISOString() },
      person: people.makePerson(),
      sentForm: null,
      visits: 0,
      lastVisit: at,
      busyUntil: 0,
    };
  }

  return {
    makeVisitor,
    pickVisitor(at: number): Visitor {
      const known = remembered[behavior.between(0, remembered.length - 1)];
      if (known && known.lastVisit < at - HOUR_MS && behavior.chance(RETURNING_SHARE)) return known;
      const visitor = makeVisitor(at);
      if (remembered.length < MAX_REMEMBERED_VISITORS) remembered.push(visitor);
      else remembered[behavior.between(0, remembered.length - 1)] = visitor;
      return visitor;
    },
  };
}
