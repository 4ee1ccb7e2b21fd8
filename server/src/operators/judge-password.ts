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
