// A real cache in front of the site, set up by deploy/edge-cache.conf.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@tidemark/testbed/until.ts';
import { cannotCache, openSiteBehindCache } from '../harness/site-behind-cache.ts';

const page = '/markets/spot';

test('visitors cost the site one page a second at most, and keep reading when it is gone', { skip: cannotCache }, async () => {
  await using site = await openSiteBehindCache();
  const read = async (cookie = '') => {
    const answer = await fetch(site.url + page, { headers: { cookie, 'accept-encoding': 'gzip' } });
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
  };
  const begunAt = performance.now();
  const tags = new Set<string | null>();
  const isNewer = async () => {
    const looks = ['', 'theme=black', 'currency=EUR; timeZone=480', 'updown=red'];
    for (const { status, etag } of await Promise.all([...looks, ...looks, ...looks].map(read))) {
      assert.equal(status, 200);
      tags.add(etag);
    }
    return tags.size >= 3;
  };
  await until('prices move, and the page with them', isNewer);
  const seconds = (performance.now() - begunAt) / 1_000;
  assert.deepEqual([...new Set(site.asked.filter((path) => path !== '/v1/'))], [page]);
  const pages = site.asked.filter((path) => path === page).length;
  assert.ok(pages <= seconds + 2, `${pages} pages in ${seconds.toFixed(1)} s`);

  await site.die();
  const kept = await read('currency=EUR');
  // Old enough that it has to be asked for again, and cannot be.
  await until('the page is more than a second old', async () => performance.now() - begunAt > seconds * 1_000 + 1_500, { everyMs: 100 });
  for (let reader = 0; reader < 20; reader++) assert.deepEqual(await read(), kept);
  assert.equal((await read('session=somebody')).status, 502, 'who may be logged in is not shown what is kept for everybody');
});
