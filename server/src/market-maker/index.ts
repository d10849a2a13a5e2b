// Applications of market makers and the pictures that come with them.
// Owns applications, their pictures and the letters about them. Promises: an application that was acknowledged is there, once, however often
// it was sent; a picture is what its bytes say, without what a camera wrote into it, and is for the operator's eyes only; one that no application names
// within a day is gone. Refuses what the form does not allow, other people's pictures, and more from one place than a person sends.
import { unusedImageMs, type marketMakerCalls, type UploadedImage } from '@tidemark/contract/market-maker.ts';
import type { Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newToken } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { accountDeleted, marketMakerLettersDue } from '#topics.ts';
import { createCalls } from './calls.ts';
import { readPicture } from './picture.ts';
import { ownerOf } from './rules.ts';
import { createStore, type ShownApplication } from './store.ts';

/** For processes with the delivery role. */
export { createLetters } from './letters.ts';

export interface MarketMakerDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** Those of them that still have an account. */
  readonly whichExist: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface MarketMakerRoom {
  readonly calls: Handlers<typeof marketMakerCalls>;
  readonly images: {
    /** Before its bytes are read: refuses whoever has too many waiting. */
    mayUpload(caller: Caller): Promise<void>;
    upload(caller: Caller, bytes: Buffer): Promise<UploadedImage>;
  };
  /** For those who run the site. */
  readonly operator: {
    list(before: string | null, max: number): Promise<readonly ShownApplication[]>;
    one(receipt: string): Promise<ShownApplication | null>;
    image(receipt: string, position: number): Promise<{ mediaType: string; bytes: Buffer } | null>;
    remove(receipt: string): Promise<boolean>;
  };
  /** What the room keeps of a user, in their own words. */
  exportOf(userId: UserId): Promise<object>;
  start(): void;
  stop(): Promise<void>;
}

const sweepMs = unusedImageMs / 144;

export function createMarketMaker({ db, bus, clock, log, whichExist }: MarketMakerDeps): MarketMakerRoom {
  const store = createStore(db.orm);
  const running = new Set<Promise<void>>();
  const stops: Unsubscribe[] = [];
  const track = (work: Promise<void>, whenFailed: string) => {
    const run = work.catch((error: unknown) => log.error({ err: error, room: 'market-maker' }, whenFailed)).finally(() => running.delete(run));
    running.add(run);
  };
  const sweep = async () => {
    await store.prune(clock.now());
    const accounts = await store.accounts();
    const there = await whichExist(accounts);
    await store.forgetAccounts(accounts.filter((accountId) => !there.has(accountId)));
  };
  return {
    calls: createCalls({ store, clock, announce: () => bus.publish(marketMakerLettersDue, null) }),
    images: {
      mayUpload: (caller) => store.mayKeepImage(ownerOf(caller), clock.now()),
      async upload(caller, bytes) {
        const imageId = newToken(24);
        await store.keepImage(ownerOf(caller), imageId, await readPicture(bytes), clock.now());
        return { imageId };
      },
    },
    operator: { list: store.list, one: store.one, image: store.imageOf, remove: store.remove },
    async exportOf(userId) {
      return (await store.ofAccount(userId)).map(({ receipt, receivedAt, applicantName, applicantTitle, introduction, strategy, userId: named, images }) =>
        ({ receipt, receivedAt: receivedAt.getTime(), applicantName, applicantTitle, introduction, strategy, userId: named, images: images.length }));
    },
    start() {
      stops.push(bus.subscribe(accountDeleted, ({ userId }) => track(store.forgetAccounts([userId]), 'forgetting a deleted account failed')));
      const look = () => track(sweep(), 'removing what nobody needs any more failed');
      look();
      stops.push(clock.every(sweepMs, look));
    },
    async stop() {
      for (const stop of stops) stop();
      await Promise.all(running);
    },
  };
}
