import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare const axe: typeof axeCore;

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rows and tiles beyond the first few are made by the same code: looking at each of hundreds takes a minute and finds nothing new. */
const repeated = ['tbody > tr:nth-child(n+7)', '.tile:nth-child(n+9)', 'li:nth-child(n+13)'];

/** Nothing that axe calls serious or critical on the page as it is now; what it found is in the message. */
export const expectNoSeriousAxe = async (page: Page, rules?: readonly string[]): Promise<void> => {
  // Read once by each document: half of a look is the reading of axe itself.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async ({ exclude, only }) => {
      const { violations } = await axe.run(
        { exclude },
        { resultTypes: ['violations'], elementRef: false, ...(only && { runOnly: { type: 'rule', values: only } }) },
      );
      return violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact,
        help,
        nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
      }));
    },
    { exclude: repeated.map((rest) => [rest]), only: rules && [...rules] },
  );
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const described = serious.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `    ${node}`).join('\n')}`);
  expect(described, `axe on ${page.url()}`).toEqual([]);
};

/** The same in both themes. They differ in colours alone, so the second is looked at for its contrast. */
export const expectNoSeriousAxeInBothThemes = async (page: Page): Promise<void> => {
  await expectNoSeriousAxe(page);
  await page.evaluate(
    ({ dataset }) => {
      dataset.theme = dataset.theme === 'black' ? 'white' : 'black';
    },
    await page.evaluateHandle(() => document.documentElement),
  );
  // A background fades into its new colour.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  await expectNoSeriousAxe(page, ['color-contrast']);
};
