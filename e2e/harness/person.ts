// Somebody with an account, logged in within the browser of a test.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Registers and logs in by the site's own calls; the page is on the spot list afterwards. */
export async function enterAsSomebody(page: Page): Promise<Person> {
  const person = { email: `${randomUUID()}@tidemark.example`, password: 'seven blue lanterns over 3 canals' };
  await page.goto('/markets/spot');
  const codes = await page.evaluate(async (body) => {
    const post = async (path: string) => {
      const answer = await fetch(`/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      return ((await answer.json()) as { code: string }).code;
    };
    return [await post('/user/public/register'), await post('/user/public/login')];
  }, person);
  expect(codes.at(-1), 'logged in').toBe('00000');
  return person;
}
