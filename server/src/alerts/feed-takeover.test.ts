// Feeds that take over from each other, and judges that are there before any feed is, audited against every tick of a market that is known
// beforehand. LONG=1 takes over two hundred times and takes 10,000 alerts; TAKEOVERS says how many times instead.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isLong, longTest } from '@tidemark/testbed/long-test.ts';
import { until } from '@tidemark/testbed/until.ts';
import { assertWhole, assertWholeInTime, during, openSplitStand, pass, reach } from './testing/split-stand.ts';

const many = isLong ? 10_000 : 160;
const takeovers = Number(process.env['TAKEOVERS'] ?? (isLong ? 200 : 2));

const { skip, withWorld, close } = await openSplitStand();
after(close);

test(
  `D0: feeds take over from each other ${takeovers} times, killed and frozen in turn: prices and candles go on, every crossing is judged`,
  { skip },
  async (t) => {
    await withWorld(30, async (world) => {
      const feeds = [world.startFeed(), world.startFeed()];
      await Promise.all(feeds.map(world.ready));
      let { epoch } = await world.heardFrom(1);
      await world.ready(world.startJudge());
      const visitor = await world.openVisitor();
      const quietMs = { killed: [] as number[], frozen: [] as number[] };
      const burst = await world.make(many, takeovers * 6_000);
      await reach(world, burst.fromMs + 1_000);
      const takeOver = async (isFrozen: boolean): Promise<void> => {
        // One that thawed believes for a moment that it still is it.
        const at = await until('one that is the feed', async () => {
          const isFeed = await Promise.all(feeds.map(world.isFeed));
          return isFeed.filter(Boolean).length === 1 && String(isFeed.indexOf(true));
        });
        const active = feeds[Number(at)]!;
        active.kill(isFrozen ? 'SIGSTOP' : 'SIGKILL');
        const quiet = await world.heardFrom(epoch + 1);
        t.diagnostic(`${isFrozen ? 'frozen' : 'killed'}: prices of epoch ${quiet.epoch} after ${Math.round(quiet.ms)} ms`);
        quietMs[isFrozen ? 'frozen' : 'killed'].push(quiet.ms);
        // The promise holds on a machine that does nothing else.
        if (isLong) assert.ok(quiet.ms < 5_000, `${quiet.ms} ms`);
        epoch = quiet.epoch;
        if (isFrozen) active.kill('SIGCONT');
        else await world.ready((feeds[Number(at)] = world.startFeed()));
      };
      const fault = await during(world, async () => {
        for (let turn = 0; turn < takeovers; turn++) await takeOver(turn % 2 === 1);
      });
      // A feed that thawed does not speak for long: nothing of an older epoch comes after a moment.
      await pass(world, 3_000);
      if (isLong) await reach(world, burst.toMs);
      const since = performance.now();
      await world.heardFrom(epoch);
      assert.deepEqual([...new Set(world.heard.filter(({ at }) => at >= since).map((batch) => batch.epoch))], [epoch]);
      for (const [how, all] of Object.entries(quietMs))
        t.diagnostic(`${how} ${all.length} times: prices again after at most ${Math.round(Math.max(...all))} ms`);
      const { heard, faults } = visitor;
      t.diagnostic(`a visitor heard ${heard.quotes} prices and ${heard.candles} running candles`);
      assert.ok(heard.quotes > 0 && heard.candles > 0);
      assert.deepEqual([...faults, ...(await visitor.chartFaults())], [], 'no price goes back, no candle comes twice, numbers go on');
      await visitor.stop();
      await assertWholeInTime(t, world, fault);
    });
  },
);

longTest(
  'D0: a feed whose clock is two minutes ahead ends: prices of the other one go on, what each told fires once, and time does not turn back',
  { skip },
  async (t) => {
    const aheadMs = 120_000;
    await withWorld(30, async (world) => {
      const ahead = world.startFeed({ OWN_SHIFT_MS: String(aheadMs) });
      await Promise.all([ahead, world.startJudge()].map(world.ready));
      const { epoch } = await world.heardFrom(1);
      const early = await world.make(many / 2, 4_000, { aheadMs });
      await reach(world, early.toMs - aheadMs);
      await world.ready(world.startFeed());
      await world.kill(ahead);
      const later = await world.heardFrom(epoch + 1);
      assert.ok(later.epoch > epoch);
      const burst = await world.make(many / 2, 4_000);
      await reach(world, burst.toMs);
      const last = Math.max(...world.heard.filter((batch) => batch.epoch === epoch).flatMap(({ quotes }) => quotes.map(({ seq }) => seq)));
      assert.ok(
        world.heard.filter((batch) => batch.epoch > epoch).every(({ quotes }) => quotes.every(({ seq }) => seq > last)),
        'numbers go on growing, as browsers need it',
      );
      await assertWhole(t, world, early, { alerts: world.alerts.slice(0, many / 2), isBy: (of) => of === epoch });
      // They are due at the latest time that was known, until that is reached again.
      const due = { fromMs: burst.fromMs, toMs: burst.toMs + aheadMs };
      await assertWhole(t, world, due, { alerts: world.alerts.slice(many / 2), isBy: (of) => of > epoch });
    });
  },
);

longTest('D2: judges that start long before the feed recover the whole past when it comes', { skip }, async (t) => {
  await withWorld(20, async (world) => {
    const [feed, judge] = [world.startFeed(), world.startJudge()];
    await Promise.all([world.ready(feed), world.ready(judge)]);
    const waitMs = isLong ? 60_000 : 12_000;
    const burst = await world.make(many, waitMs + 6_000);
    await reach(world, burst.fromMs + 1_000);
    const fault = await during(world, async () => {
      await world.kill(feed, judge);
      // Five tries of a second each were given up before.
      await world.ready(world.startJudge());
      await pass(world, waitMs);
      await world.ready(world.startFeed());
    });
    await reach(world, burst.toMs);
    await assertWhole(t, world, fault);
  });
});
