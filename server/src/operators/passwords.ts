import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/**
 * What one hash costs: memory in KiB and passes over it. Of the pairs that OWASP calls equally strong the one
 * that takes least memory, for a small machine keeps what was once taken.
 * Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const COST = { memory: 7_168, passes: 5, parallelism: 1 };
const TAG_LENGTH = 32;
/** Hashes under way at once, 7 MiB each, and such as wait for their turn. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 16;

/** Too much is under way, and nothing was begun. */
export class TooBusyError extends Error {
  constructor(message = 'Too many passwords are being looked at.') {
    super(message);
    this.name = 'TooBusyError';
  }
}

export interface Passwords {
  /** @returns argon2id as PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether there is such an account or not.
   * @param stored null: there is none
   * @throws TooBusyError
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Hashes passwords beside the event loop, a few at a time: each takes memory. */
export function createPasswords(run: typeof derive = derive): Passwords {
  const turn = createTurns();
  const nobody = describe(randomBytes(16), randomBytes(TAG_LENGTH));

  const hashWith = (password: string, nonce: Uint8Array, cost: typeof COST) =>
    turn(() =>
      run('argon2id', {
        message: password.normalize('NFKC'),
        nonce,
        tagLength: TAG_LENGTH,
        ...cost,
      }),
    );

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return describe(salt, await hashWith(password, salt, COST));
    },
    async verify(password, stored) {
      const known = parse(stored ?? nobody);
      if (known === null) throw new Error('A stored password is not an argon2id string.');
      const found = await hashWith(password, known.salt, known.cost);
      return timingSafeEqual(found, known.hash) && stored !== null;
    },
  };
}

/** Lets two run at once; sixteen wait, and the others are refused with {@link TooBusyError}. */
export function createTurns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= LONGEST_QUEUE) throw new TooBusyError();
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const describe = (salt: Uint8Array, hash: Uint8Array) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(hash)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]{11,})\$([\w+/]{43})$/;

function parse(text: string) {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(text) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  } satisfies { cost: Partial<Argon2Parameters>; salt: Uint8Array; hash: Uint8Array };
}

/** Why a password is refused: the words of Supabase Auth's clients (`weak_password.reasons`). */
export type PasswordWeakness = 'length' | 'pwned';

const PASSWORD_LENGTH = { fewest: 10, most: 256 };
/** As many guesses as ten random letters and digits take by zxcvbn's count; three ordinary words take more. */
const MAX_WEAK_GUESSES = 1e10;
/** Characters that are judged: the time grows with their square, 0.4 s for these at worst. */
const MAX_JUDGED = 64;
/** Words that stand in most passwords of a sign-in like this one, and that the dictionaries think rare. */
const EXPECTED = [
  ...['senha', 'segura', 'forte', 'mudar', 'trocar', 'acesso', 'admin'],
  ...['console', 'funil', 'vendas', 'curso', 'brasil', 'flamengo'],
];

/**
 * Judges a password: 10 to 256 characters, and not among the first that are guessed, of which `@zxcvbn-ts` keeps the
 * lists and patterns. No rule for kinds of characters. Source: NIST SP 800-63B, 5.1.1.2.
 * Takes up to 0.4 s and 20 MB; the console calls it in a thread of its own.
 * @returns null: the password may be used
 */
export async function judgePassword(
  password: string,
  email: string,
): Promise<PasswordWeakness | null> {
  const plain = password.normalize('NFKC');
  const { length } = [...plain];
  if (length < PASSWORD_LENGTH.fewest || length > PASSWORD_LENGTH.most) return 'length';
  estimator ??= loadEstimator();
  const words = [
    ...EXPECTED,
    email,
    ...email.split(/[^\p{L}]+/u).filter(({ length }) => length > 2),
  ];
  const { guesses } = (await estimator).check(plain.slice(0, MAX_JUDGED), words);
  return guesses <= MAX_WEAK_GUESSES ? 'pwned' : null;
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** The dictionaries take 16 MB, and are in memory only where a password is set. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
  });
}
