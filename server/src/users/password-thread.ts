// A thread of password-judge.ts: holds the word lists and answers one question at a time.
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonLists } from '@zxcvbn-ts/language-common';
import { dictionary as englishLists } from '@zxcvbn-ts/language-en';

export interface PasswordQuestion {
  readonly id: number;
  readonly password: string;
  readonly known: readonly string[];
}
export interface PasswordAnswer {
  readonly id: number;
  readonly isEasy: boolean;
}

/** From here on a guesser needs more than a hundred million tries. */
const enough = 3;

const zxcvbn = new ZxcvbnFactory({
  dictionary: {
    passwords: commonLists['passwords-common'],
    commonWords: englishLists['commonWords-en'],
    firstnames: englishLists['firstnames-en'],
    site: ['tidemark'],
  },
  graphs: adjacencyGraphs,
  // Work grows with both; what follows these characters makes a password only harder to guess.
  maxLength: 48,
  l33tMaxSubstitutions: 10,
});

parentPort!.on('message', ({ id, password, known }: PasswordQuestion) => {
  const { score } = zxcvbn.check(password, [...known]);
  parentPort!.postMessage({ id, isEasy: score < enough } satisfies PasswordAnswer, []);
});
