// Feeds that take over from each other, and judges that are there before any feed is, audited against every tick of a market that is known
// beforehand. LONG=1 takes over twenty times and takes 10,000 alerts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertWhole, openSplitStand, pass } from './testing/split-stand.ts';

const isLong = process.env['LONG'] === '1';
const many = isLong ? 10_000 : 160;
const takeovers = isLong ? 20 : 2;

const { skip, withWorld, close } = await openSplitStand();
after(close);

test(
  `D0: feeds take over from each other ${takeovers} times, killed and frozen in turn: prices go on, and every crossing is judged`,
  { skip },
  async (t) => {
    await withWorld(30, async (world) => {
      let [active, standby] = [world.startFeed(), world.startFeed()];
      await Promise.all([world.ready(active), world.ready(standby)]);
      let { epoch } = await world.heardFrom(1, 20_000);
      const judge = world.startJudge();
      await world.ready(judge);
      await world.make(many, takeovers * 14_000);
      // Which of the two is the feed is found out by taking it away.
      for (let turn = 0; turn < takeovers; turn++) {
        const isFrozen = turn % 2 === 1;
        const before = epoch;
        for (const feed of [active, standby]) {
          feed.kill(isFrozen ? 'SIGSTOP' : 'SIGKILL');
          try {
            const quiet = await world.heardFrom(before + 1, isFrozen ? 12_000 : 5_000);
            t.diagnostic(`${isFrozen ? 'frozen' : 'killed'}: prices of epoch ${quiet.epoch} after ${Math.round(quiet.ms)} ms`);
            epoch = quiet.epoch;
          } catch {
            // It was the one that stood by: it comes back, and the other one is taken away.
          }
          if (isFrozen) feed.kill('SIGCONT');
          else {
            const next = world.startFeed();
            await world.ready(next);
            if (feed === active) active = next;
            else standby = next;
          }
          if (epoch > before) break;
        }
        assert.ok(epoch > before, 'another feed has begun');
        await world.heardFrom(epoch, 5_000);
      }
      // A feed that thawed does not speak for long: nothing of an older epoch comes after a moment.
      await pass(world, 3_000);
      const since = performance.now();
      await world.heardFrom(epoch, 5_000);
      assert.deepEqual([...new Set(world.heard.filter(({ at }) => at >= since).map((batch) => batch.epoch))], [epoch]);
      await assertWhole(t, world);
    });
  },
);

test('D0: a feed whose clock is two minutes ahead ends: prices of the other one go on', { skip }, async () => {
  await withWorld(30, async (world) => {
    const ahead = world.startFeed({ OWN_SHIFT_MS: '120000' });
    await world.ready(ahead);
    const { epoch } = await world.heardFrom(1, 20_000);
    const right = world.startFeed();
    await world.ready(right);
    await world.kill(ahead);
    const later = await world.heardFrom(epoch + 1, 15_000);
    assert.ok(later.epoch > epoch);
    const last = Math.max(...world.heard.filter((batch) => batch.epoch === epoch).flatMap(({ quotes }) => quotes.map(({ seq }) => seq)));
    assert.ok(
      world.heard.filter((batch) => batch.epoch > epoch).every(({ quotes }) => quotes.every(({ seq }) => seq > last)),
      'numbers go on growing, as browsers need it',
    );
  });
});

test('D2: judges that start long before the feed recover the whole past when it comes', { skip }, async (t) => {
  await withWorld(20, async (world) => {
    const [feed, judge] = [world.startFeed(), world.startJudge()];
    await Promise.all([world.ready(feed), world.ready(judge)]);
    await world.make(many, 45_000);
    await pass(world, 3_000);
    await world.kill(feed, judge);
    // Five tries of a second each were given up before.
    const early = world.startJudge();
    await world.ready(early);
    await pass(world, isLong ? 60_000 : 12_000);
    await world.ready(world.startFeed());
    await pass(world, 3_000);
    await assertWhole(t, world);
  });
});
