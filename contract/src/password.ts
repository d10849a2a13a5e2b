// What makes a password good enough: the rule the server refuses by and the meter of the screen shows, once.

export const passwordLength = { min: 10, max: 256 } as const;

const passwordProblems = ['tooShort', 'tooLong', 'tooPlain', 'common', 'containsEmail'] as const;
export type PasswordProblem = (typeof passwordProblems)[number];

export interface PasswordStrength {
  /** 0 refused, 1 barely enough, 4 very good. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly problem: PasswordProblem | null;
}

/** What people choose first; a word of these with digits or signs around it is still that word. */
const commonWords = [
  'password',
  'passwort',
  'passw',
  'contrasena',
  'motdepasse',
  'qwerty',
  'qwertyuiop',
  'qwertyuiopasdf',
  'asdfghjkl',
  'zxcvbnm',
  'letmein',
  'iloveyou',
  'welcome',
  'admin',
  'administrator',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'superman',
  'batman',
  'princess',
  'sunshine',
  'master',
  'shadow',
  'trustno',
  'changeme',
  'secret',
  'abcdefghij',
  'abcdefghijklmnopqrstuvwxyz',
  'bitcoin',
  'ethereum',
  'crypto',
  'tothemoon',
  'hodl',
  'market',
  'trading',
];

const swaps: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');
const unswapped = (text: string) => text.replace(/[013457@$!]/g, (sign) => swaps[sign] ?? sign);

const isCommon = (password: string): boolean => {
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const stems = [lettersOf(lower), lettersOf(unswapped(lower)), lettersOf(unswapped(core))];
  return stems.some(
    (stem) => commonWords.includes(stem) || commonWords.some((word) => stem.length > 0 && stem.replaceAll(word, '') === ''),
  );
};

/** Characters that do not repeat or continue the one before: 'aaaa' has one, '12345' has one. */
const freshCharacters = (password: string): number => {
  const points = [...password].map((one) => one.codePointAt(0)!);
  return points.filter((point, index) => index === 0 || Math.abs(point - points[index - 1]!) > 1).length;
};

const poolOf = (password: string): number =>
  (/[a-z]/.test(password) ? 26 : 0) +
  (/[A-Z]/.test(password) ? 26 : 0) +
  (/\d/.test(password) ? 10 : 0) +
  (/[!-/:-@[-`{-~ ]/.test(password) ? 33 : 0) +
  (/\P{ASCII}/u.test(password) ? 100 : 0);

const minBits = 38;

/** email: the account's, so that a password made of it is refused. */
export function passwordStrength(password: string, email = ''): PasswordStrength {
  const refused = (problem: PasswordProblem): PasswordStrength => ({ score: 0, problem });
  const length = [...password].length;
  if (length < passwordLength.min) return refused('tooShort');
  if (length > passwordLength.max) return refused('tooLong');
  if (isCommon(password)) return refused('common');
  const [mailbox = ''] = email.toLowerCase().split('@');
  if (mailbox.length >= 3 && password.toLowerCase().includes(mailbox) && length - mailbox.length < passwordLength.min)
    return refused('containsEmail');
  const distinct = new Set(password).size;
  const bits = Math.min(freshCharacters(password), distinct * 2) * Math.log2(Math.max(2, poolOf(password)));
  if (distinct < 5 || bits < minBits) return refused('tooPlain');
  return { score: bits >= 100 ? 4 : bits >= 75 ? 3 : bits >= 55 ? 2 : 1, problem: null };
}

/** One password has several spellings in Unicode; both sides of a comparison use this one. */
export const normalPassword = (password: string): string => password.normalize('NFKC');
