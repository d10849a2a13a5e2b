// Somebody with an account, logged in within the browser of a test.
import { randomUUID } from 'node:crypto';
import { expect, type BrowserContext } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
}

export const newPerson = (): Person => ({ email: `${randomUUID()}@tidemark.example`, password: 'seven blue lanterns over 3 canals' });

/** Registers by the site's own call, which logs in where no mail is sent; from the next page on the browser is theirs. */
export async function logInAsNewUser(context: BrowserContext): Promise<Person> {
  const person = newPerson();
  const answer = await (await context.request.post('/v1/user/public/register', { data: person })).json();
  expect(answer.data, answer.msg).toEqual({ state: 'loggedIn' });
  return person;
}
