// Section 7, locationBanner: what an operator announces stands below the page it is for, and on no other.
import { expect, test } from '../harness/journey.ts';
import { addressOf, envelope } from '../harness/drive-write.ts';

test('banners of a place are shown on its pages, in order, and lead where they say', async ({ page }) => {
  const banner = (title: string, link: string) => ({ id: title, title, text: `${title} text`, imageUrl: null, link, sort: 0 });
  await page.route(addressOf('locationBanner'), (route) => {
    const { location } = route.request().postDataJSON() as { location: string };
    const items =
      location === 'markets' ? [banner('First banner', '/markets/rank'), banner('Second banner', 'https://other.example/')] : [];
    return route.fulfill({ json: envelope({ items, total: items.length }, '00000', 'success') });
  });
  await page.goto('/markets/spot');
  const links = page.locator('.banners a');
  await expect(links).toHaveText(['First bannerFirst banner text', 'Second bannerSecond banner text']);
  await expect(links.nth(1)).toHaveAttribute('target', '_blank');
  await links.first().click();
  await expect(page).toHaveURL(/\/markets\/rank$/);
  await expect(page.locator('.banners')).toHaveCount(0);
});
