// What goes wrong in a browser reaches the operator, except requests that somebody called off.
import { expect, test } from '../harness/journey.ts';
import { connectionBadge } from '../harness/market-list.ts';

test('uncaught errors are reported and kept; aborted requests are not', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/errorReport')) reports.push((request.postDataJSON() as { message: string }).message);
  });
  await page.goto('/markets/spot');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  const answered = page.waitForResponse(/errorReport$/);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Request aborted');
    });
    setTimeout(() => {
      throw new Error('a journey broke this on purpose');
    }, 10);
  });
  const answer = (await (await answered).json()) as { code: string; data: { kept: boolean } };
  expect(answer).toMatchObject({ code: '00000', data: { kept: true } });
  expect(reports).toEqual(['a journey broke this on purpose']);
});
