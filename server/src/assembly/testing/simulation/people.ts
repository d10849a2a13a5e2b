// What people do in the simulation: make alerts, change and remove them, through a web process that lives.
import { isChannelType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { changeUnits } from '#alerts/engine/scale.ts';
import { planLevels, startStanding } from '#alerts/engine/start.ts';
import { scaleOf } from '#alerts/pairs.ts';
import { partitionOf } from '#alerts/partition.ts';
import type { OracleAlert, OraclePrice } from '#alerts/testing/engine-oracle.ts';
import type { Random } from '#alerts/testing/random.ts';
import { alertsChanged } from '#topics/index.ts';
import { openPrice, tickSize } from './exchange.ts';
import type { Life } from './machine.ts';
import type { Site } from './site.ts';
import type { VirtualTime } from './virtual-time.ts';

const freshMs = 30_000;
const scale = scaleOf(tickSize);

/** One version of an alert, as it began. */
export interface Version {
  readonly alertId: number;
  readonly version: number;
  readonly symbolId: string;
  readonly at: number;
  readonly price: OraclePrice;
  readonly oracle: OracleAlert;
  /** Nothing has been changed or removed since. */
  isLast: boolean;
  /** The person was told that it is there. */
  isTold: boolean;
}

export const changes = new Set<number>([5, 6]);
export const oraclePrice = (type: number, last: number, label: number): OraclePrice => ({
  last: String(last),
  label,
  ...(changes.has(type) && { open: String(openPrice) }),
});

export function createPeople(time: VirtualTime, random: Random, site: Site, symbols: readonly string[]) {
  const versions = new Map<number, Version[]>();
  const webOf = (): Life | null => {
    const lives = site.machines.flatMap((machine) => (machine.role === 'web' ? (machine.life() ?? []) : []));
    return lives.length > 0 ? random.pick(lives) : null;
  };

  const draw = (units: number) => {
    const type = random.pick([1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8] as AlertType[]);
    const frequency = random.pick([1, 3, 3]);
    const away = 10 + random.int(random.chance(0.5) ? 60 : 250);
    const price =
      type <= 2
        ? scale.decimal(type === 1 ? units + away : Math.max(1, units - away))
        : isChannelType(type)
          ? null
          : random.pick(['0.005', '0.01', '0.02', '0.03']);
    const [priceDown, priceUp] = isChannelType(type)
      ? [scale.decimal(units - away), scale.decimal(units + 5 + random.int(200))]
      : [null, null];
    return { type, frequency, price, priceUp, priceDown };
  };

  /** A commit is seen a moment after the time it carries, now and then much later. */
  const commitMs = (): number => (random.chance(0.1) ? 500 + random.next() * 8_000 : random.next() * 20);

  const begin = (life: Life, symbolId: string, version: number) => {
    const market = site.marketOf(life);
    const quote = market?.board.quote(symbolId);
    const now = life.clock.now();
    if (!market || !quote || now - quote.ts > freshMs) return null;
    const units = scale.units(quote.last);
    const drawn = draw(units);
    const form = {
      alertType: drawn.type,
      configurePrice: drawn.price,
      configurePriceUp: drawn.priceUp,
      configurePriceDown: drawn.priceDown,
    };
    const levels = planLevels(form, scale);
    const value = changes.has(drawn.type) ? changeUnits(units, scale.units(openPrice)) : units;
    const standing = startStanding({ type: drawn.type, ...levels }, version, value, now);
    return { market, drawn, standing, at: now, last: quote.last };
  };
  type Begun = NonNullable<ReturnType<typeof begin>>;

  const note = (alertId: number, symbolId: string, version: number, { drawn, at, last }: Begun): Version => {
    const own = versions.get(alertId) ?? [];
    for (const before of own) before.isLast = false;
    const { type, frequency, price, priceUp, priceDown } = drawn;
    const made: Version = {
      alertId,
      version,
      symbolId,
      at,
      price: oraclePrice(type, last, -1),
      oracle: {
        id: alertId,
        version,
        series: changes.has(type) ? `${symbolId} change` : symbolId,
        tick: tickSize,
        type,
        frequency,
        timeZone: -1,
        ...(price !== null && { target: price }),
        ...(priceDown !== null && { lower: priceDown }),
        ...(priceUp !== null && { upper: priceUp }),
      },
      isLast: true,
      isTold: false,
    };
    versions.set(alertId, [...own, made]);
    return made;
  };
  /** isTold: whether the person heard of it; what was committed holds either way. */
  const finish = (commit: Promise<Version | null>, market: Begun['market']): void => {
    commit.then(
      (made) => {
        if (made) made.isTold = true;
        site.busOf(market).publish(alertsChanged, null);
      },
      () => {},
    );
  };

  const make = (): void => {
    const life = webOf();
    const symbolId = random.pick(symbols);
    if (!life || life.isFrozen()) return;
    const begun = begin(life, symbolId, 1);
    if (!begun) return;
    const { userId } = random.pick(site.pages);
    const { drawn, standing } = begun;
    finish(
      site.database.transaction(life, commitMs(), (changedAt) => {
        const id = site.database.tables.create(
          {
            ...drawn,
            userId,
            symbolId,
            businessLine: 1,
            source: 0,
            tick: tickSize,
            timeZone: -1,
            partition: partitionOf(symbolId),
            version: 1,
            born: null,
            channels: random.pick([
              [4, 5],
              [2, 3, 4, 5],
              [3, 4],
            ]),
            changedAt,
          },
          standing,
        );
        return note(id, symbolId, 1, begun);
      }),
      begun.market,
    );
  };

  const change = (): void => {
    const life = webOf();
    if (!life || life.isFrozen() || versions.size === 0) return;
    const alertId = random.pick([...versions.keys()]);
    const row = site.database.tables.read.alert(alertId)!;
    if (row.isDeleted) return;
    if (random.chance(0.3)) {
      const market = site.marketOf(life);
      if (!market) return;
      return finish(
        site.database.transaction(life, commitMs(), (changedAt) => {
          site.database.tables.change(alertId, { isDeleted: true, changedAt }, null);
          for (const before of versions.get(alertId)!) before.isLast = false;
          return null;
        }),
        market,
      );
    }
    // Its next version is decided under the lock, as store.change does it.
    const begun = begin(life, row.symbolId, 0);
    if (!begun) return;
    finish(
      site.database.transaction(life, commitMs(), (changedAt) => {
        const now = site.database.tables.read.alert(alertId)!;
        if (now.isDeleted) return null;
        const version = now.version + 1;
        site.database.tables.change(alertId, { ...begun.drawn, isOpen: true, changedAt }, { ...begun.standing, version });
        return note(alertId, row.symbolId, version, begun);
      }),
      begun.market,
    );
  };

  let isOver = false;
  const act = (): void => {
    if (isOver) return;
    if (random.chance(0.85)) make();
    else change();
    time.after(200 + random.next() * 3_000, act);
  };
  act();
  return {
    rest: () => void (isOver = true),
    versions: (): readonly Version[] => [...versions.values()].flat(),
  };
}
