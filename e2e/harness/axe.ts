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

/**
 * The page of now as a document without scripts and without what is repeated, to be looked at when the page itself is done with. Axe takes
 * most of its time for what it is told to leave out, and for prices that change under it.
 */
export const stillOf = (page: Page): Promise<string> =>
  page.evaluate((rest) => {
    if (document.querySelector(':modal, :popover-open')) throw new Error('what lies over the page would be lost in a still');
    const page = document.documentElement;
    const still = page.cloneNode(true) as HTMLElement;
    for (const input of still.querySelectorAll('input')) {
      input.setAttribute('value', input.value);
      input.toggleAttribute('checked', input.checked);
    }
    const inStill = [...still.querySelectorAll<HTMLElement>(rest)];
    const heights = new Map<HTMLElement, number>();
    for (const [at, shown] of [...page.querySelectorAll<HTMLElement>(rest)].entries()) {
      const parent = inStill[at]!.parentElement!;
      heights.set(parent, (heights.get(parent) ?? 0) + shown.offsetHeight);
    }
    for (const element of [...inStill, ...still.querySelectorAll('script, link[rel="modulepreload"]')]) element.remove();
    // What scrolls has to go on scrolling.
    for (const [parent, height] of heights) {
      const room = document.createElement(parent.localName === 'tbody' ? 'tr' : parent.matches('ul, ol') ? 'li' : 'div');
      room.ariaHidden = 'true';
      room.style.blockSize = `${height}px`;
      parent.append(room);
    }
    return `<!doctype html>${still.outerHTML}`;
  }, repeated.join());

/** Puts the still in the place of the page, which is over with that. */
export const showStill = async (page: Page, still: string): Promise<void> => {
  const address = page.url();
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: still }), { times: 1 });
  await page.goto(address);
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
