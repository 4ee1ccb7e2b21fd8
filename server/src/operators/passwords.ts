import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitParallel } from '../concurrency/limit-parallel.ts';

const runArgon2 = promisify(argon2);

/**
 * The memory is in KiB. Of the equally strong settings of OWASP, this one needs the least memory. Source:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const ARGON2_COST = { memory: 7_168, passes: 5, parallelism: 1 };
const ARGON2_TAG_BYTES = 32;
/** Kept low, because a hash takes 7 MiB, and judging a password 20 MB. */
export const PASSWORD_TASK_LIMITS = { running: 2, waiting: 16 };

export interface Passwords {
  /**
   * Returns the argon2id hash as PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
   * @throws TooBusyError
   */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time if `stored` is null (no such account).
   * @param stored a PHC string
   * @throws TooBusyError
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}

export function createPasswords(makeHash: typeof runArgon2 = runArgon2): Passwords {
  const limitTasks = limitParallel(PASSWORD_TASK_LIMITS);
  const dummyHash = toPhcText(randomBytes(16), randomBytes(ARGON2_TAG_BYTES));

  const hashWith = (password: string, nonce: Uint8Array, cost: typeof ARGON2_COST) =>
    limitTasks(() =>
      makeHash('argon2id', {
        message: password.normalize('NFKC'),
        nonce,
        tagLength: ARGON2_TAG_BYTES,
        ...cost,
      }),
    );

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return toPhcText(salt, await hashWith(password, salt, ARGON2_COST));
    },
    async verify(password, stored) {
      const phc = parsePhc(stored ?? dummyHash);
      if (phc === null) throw new Error('A stored password is not an argon2id string.');
      const computedHash = await hashWith(password, phc.salt, phc.cost);
      return timingSafeEqual(computedHash, phc.hash) && stored !== null;
    },
  };
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const toPhcText = (salt: Uint8Array, hash: Uint8Array) =>
  `$argon2id$v=19$m=${ARGON2_COST.memory},t=${ARGON2_COST.passes},p=${ARGON2_COST.parallelism}$${encode(salt)}$${encode(hash)}`;

const PHC_PATTERN =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]{11,})\$([\w+/]{43})$/;

function parsePhc(text: string) {
  const [, memory, passes, parallelism, salt, hash] = PHC_PATTERN.exec(text) ?? [];
  if (!memory || !passes || !parallelism || !salt || !hash) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  } satisfies { cost: Partial<Argon2Parameters>; salt: Uint8Array; hash: Uint8Array };
}

/** Values of Supabase Auth's `weak_password.reasons`. */
type PasswordWeakness = 'length' | 'pwned';

const PASSWORD_LENGTH = { min: 10, max: 256 };
/** A password that needs no more guesses is weak. zxcvbn expects 10^10 + 1 for ten random characters. */
const MAX_WEAK_GUESSES = 1e10;
/** Judging 64 characters takes 0.4 s; the time grows with the square of the length. */
const MAX_JUDGED_CHARACTERS = 64;
/** Words that are common in passwords for this console, but rare in the dictionaries. */
const EXPECTED_WORDS = [
  ...['senha', 'segura', 'forte', 'mudar', 'trocar', 'acesso', 'admin'],
  ...['console', 'funil', 'vendas', 'curso', 'brasil', 'flamengo'],
];

/** Requires no digits or symbols (NIST SP 800-63B, 5.1.1.2). Takes up to 0.4 s. Null: the password is accepted. */
export async function judgePassword(
  password: string,
  email: string,
): Promise<PasswordWeakness | null> {
  const normalizedPassword = password.normalize('NFKC');
  const { length } = [...normalizedPassword];
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return 'length';
  estimator ??= loadEstimator();
  const words = [
    ...EXPECTED_WORDS,
    email,
    ...email.split(/[^\p{L}]+/u).filter(({ length }) => length > 2),
  ];
  const { guesses } = (await estimator).check(
    normalizedPassword.slice(0, MAX_JUDGED_CHARACTERS),
    words,
  );
  return guesses <= MAX_WEAK_GUESSES ? 'pwned' : null;
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** The dictionaries take 16 MB, so they load on first use. */
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
