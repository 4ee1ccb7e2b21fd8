/** Why a password is refused: the words of Supabase Auth's clients (`weak_password.reasons`). */
export type PasswordWeakness = 'length' | 'pwned';

export const PASSWORD_LENGTH = { fewest: 10, most: 256 };

/** What everybody tries first; shorter ones are refused by their length. */
const OBVIOUS = [
  '0123456789',
  '1234567890',
  '0987654321',
  '9876543210',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'abcdefghij',
  'adminadmin',
  'administrador',
  'administrator',
  'asdfghjkl',
  'brasilbrasil',
  'changemenow',
  'contrasena',
  'funilfunil',
  'iloveyou',
  'letmein',
  'minhasenha',
  'mudarsenha',
  'passw0rd',
  'password',
  'qazwsxedc',
  'qwertyuiop',
  'segredo',
  'senhasenha',
  'senhasegura',
  'senhaforte',
  'supabase',
  'trocarsenha',
  'welcome',
  'zxcvbnm',
];

/**
 * Whether a password may be used: 10 to 256 characters, and not the most obvious. Which signs it is made
 * of is nobody's business. Source: NIST SP 800-63B, 5.1.1.2.
 * @returns null: it may
 */
export function judgePassword(password: string, email: string): PasswordWeakness | null {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH.fewest || length > PASSWORD_LENGTH.most) return 'length';
  const plain = password.toLowerCase();
  const [name = ''] = email.split('@');
  if (plain === email || isPadded(plain, name)) return 'pwned';
  if (new Set(plain).size < 4) return 'pwned';
  return OBVIOUS.some((word) => isPadded(plain, word)) ? 'pwned' : null;
}

/** A word, again and again, with figures or signs before and behind it and nothing else. */
function isPadded(password: string, word: string): boolean {
  if (word.length < 5) return false;
  const rest = password.replaceAll(word, '');
  return rest !== password && /^[\W\d_]*$/.test(rest) && rest.length <= 6;
}
