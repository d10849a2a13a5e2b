import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page has to read it before every look; this one is half as long. */
const axeSource = readFileSync(createRequire(fileURLToPath(import.meta.resolve('@axe-core/playwright'))).resolve('axe-core/axe.min.js'), 'utf8');

/** Rows and tiles beyond the first few are made by the same code: looking at each of hundreds takes a minute and finds nothing new. */
const repeated = ['tbody > tr:nth-child(n+7)', '.tile:nth-child(n+9)', 'li:nth-child(n+13)'];

/** Nothing that axe calls serious or critical on the page as it is now; what it found is in the message. */
export const expectNoSeriousAxe = async (page: Page, rules?: string[]): Promise<void> => {
  // Legacy mode leaves out foreign frames, of which our pages have none, and takes half the time.
  const axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (rules) axe.withRules(rules);
  for (const rest of repeated) axe.exclude(rest);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')}: ${node.failureSummary ?? ''}`).join('\n')}`);
  expect(told, `axe on ${page.url()}`).toEqual([]);
};

/** The same in both themes. They differ in colours alone, so the second is looked at for its contrast. */
export const expectNoSeriousAxeInBothThemes = async (page: Page): Promise<void> => {
  await expectNoSeriousAxe(page);
  await page.evaluate(({ dataset }) => { dataset.theme = dataset.theme === 'black' ? 'white' : 'black'; }, await page.evaluateHandle(() => document.documentElement));
  // A background fades into its new colour.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)));
  await expectNoSeriousAxe(page, ['color-contrast']);
};
