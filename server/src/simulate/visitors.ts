import type { UtmRecord } from '@funil/contract/utm';
import { digitsOf, type Random } from './random.ts';
import { type Creative, SOURCES, type Source } from './sources.ts';

/** Who leaves a lead or buys. Nobody is meant: the names are put together, the numbers given to no one. */
export interface Person {
  readonly name: string;
  /** Area code, ninth digit, and eight more: `11901234567`. */
  readonly phone: string;
  readonly email: string;
  /** With its `@`. */
  readonly instagram: string;
}

type Names = readonly [string, ...string[]];

const FIRST: Names = [
  ...(['Adriana', 'Alan', 'Amanda', 'Bento', 'Bianca', 'Caio', 'Camila', 'Cauê'] as const),
  ...['Célia', 'Davi', 'Débora', 'Edson', 'Elisa', 'Enzo', 'Fábio', 'Flávia', 'Gael', 'Graça'],
  ...['Heitor', 'Helena', 'Iara', 'Igor', 'Íris', 'Jaime', 'Joana', 'João', 'Jussara', 'Kauã'],
  ...['Laís', 'Leandro', 'Lívia', 'Luan', 'Marina', 'Mateus', 'Nádia', 'Nuno', 'Olívia', 'Otávio'],
  ...['Paula', 'Pedro', 'Quésia', 'Rafael', 'Rute', 'Samuel', 'Sílvia', 'Tainá', 'Tiago', 'Úrsula'],
  ...['Vera', 'Vítor', 'Wesley', 'Yara', 'Zélia'],
];
const LAST: Names = [
  ...(['Abrantes', 'Alvim', 'Azevedo', 'Barreto', 'Brandolim', 'Caldas', 'Camargo'] as const),
  ...['Campos', 'Dantas', 'Drummond', 'Esteves', 'Falcão', 'Ferraz', 'Galvão', 'Guedes', 'Jardim'],
  ...['Lacerda', 'Lindmar', 'Macedo', 'Maciel', 'Nogueira', 'Noratto', 'Paiva', 'Peçanha', 'Prado'],
  ...['Quental', 'Rangel', 'Reis', 'Salgado', 'Sampaio', 'Teles', 'Uchoa', 'Vandelli', 'Viana'],
];
const AREAS: Names = [
  ...(['11', '11', '11', '12', '13', '16', '19', '21', '21', '24', '27', '31', '31'] as const),
  ...['32', '34', '41', '43', '44', '47', '48', '51', '54', '55', '61', '62', '65', '67', '71'],
  ...['73', '79', '81', '82', '83', '84', '85', '86', '91', '92', '95', '98'],
];

/** No mobile number begins so: 90 dials collect calls. */
const NOBODYS = '90';

/** Makes people who share neither number nor address with any other of theirs. */
export function createPeople(random: Random) {
  const taken = new Set<string>();
  let count = 0;
  function makePhone(): string {
    for (;;) {
      const phone = random.pick(AREAS) + NOBODYS + digitsOf(random, 7);
      if (taken.has(phone)) continue;
      taken.add(phone);
      return phone;
    }
  }
  return {
    makePhone,
    makePerson(): Person {
      const [first, last] = [random.pick(FIRST), random.pick(LAST)];
      count += 1;
      const handle = `${plain(first)}.${plain(last)}`;
      return {
        name: `${first} ${last}`,
        phone: makePhone(),
        email: `${handle}.${count}-${digitsOf(random, 5)}@correio.example`,
        instagram: `@${handle}${count}`,
      };
    },
  };
}

export type People = ReturnType<typeof createPeople>;

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Somebody with a browser, which remembers where it first came from. */
export interface Visitor {
  readonly source: Source;
  readonly creative: Creative;
  readonly utms: UtmRecord;
  readonly person: Person;
  /** What somebody asked for is asked for again: whose sale it is would be open otherwise. */
  asksFor: 'lead' | 'application' | null;
  visits: number;
  lastVisit: number;
  /** Until then a sale is under way, and no further lead is left. */
  busyUntil: number;
}

const RETURNING = 0.12;
/** Most who may come back. */
const REMEMBERED = 2000;

/** Picks who comes at a moment: mostly somebody new. */
export function createVisitors(story: Random, people: People) {
  const known: Visitor[] = [];

  function makeVisitor(at: number): Visitor {
    const source = story.weighted(SOURCES);
    const creative = story.weighted(source.creatives);
    const utms = {
      utm_source: source.source,
      utm_medium: source.medium,
      utm_campaign: source.campaign,
      utm_content: creative.content,
      utm_term: creative.term ?? '',
      origem_timestamp: new Date(at).toISOString(),
    };
    const person = people.makePerson();
    const state = { asksFor: null, visits: 0, lastVisit: at, busyUntil: 0 };
    return { source, creative, utms, person, ...state };
  }

  return {
    makeVisitor,
    /** @param dayStart who was here since does not come back */
    comeBy(at: number, dayStart: number): Visitor {
      const old = story.chance(RETURNING) ? known[story.between(0, known.length - 1)] : undefined;
      if (old && old.lastVisit < dayStart) return old;
      const visitor = makeVisitor(at);
      if (known.length < REMEMBERED) known.push(visitor);
      else known[story.between(0, REMEMBERED - 1)] = visitor;
      return visitor;
    },
  };
}
