import { digitsOf, type Random } from './random.ts';

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
