// Applications of market makers and the pictures that come with them.
// Owns applications, their pictures and the letters about them. Promises: an application that was acknowledged is there, once, however
// often it was sent; a picture is what its bytes say, without what a camera wrote into it, and is for the operator's eyes only; one that no
// application names within a day is gone; an application goes with the account it was sent from, and after a year in any case. Refuses what
// the form does not allow, other people's pictures, and more from one place than a person sends, what was refused included.
import { unusedImageMs, type marketMakerCalls, type UploadedImage } from '@tidemark/contract/market-maker.ts';
import type { Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newToken } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { sweepOwners } from '#platform/jobs/sweep-owners.ts';
import type { Log } from '#platform/log.ts';
import { accountDeleted, marketMakerLettersDue } from '#topics/index.ts';
import { createCalls } from './calls.ts';
import { readPicture } from './picture.ts';
import { ownerOf } from './rules.ts';
import { createStore, type Decision, type ShownApplication } from './store.ts';
import { ownerColumns } from './tables.ts';

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
    /** Before its bytes are read: refuses a sender who has too many waiting. */
    mayUpload(caller: Caller): Promise<void>;
    upload(caller: Caller, bytes: Buffer): Promise<UploadedImage>;
  };
  /** For operators. */
  readonly operator: {
    list(before: string | null, max: number): Promise<readonly ShownApplication[]>;
    one(receipt: string): Promise<ShownApplication | null>;
    image(receipt: string, position: number): Promise<{ mediaType: string; bytes: Buffer } | null>;
    /** False: there is no such application. */
    decide(receipt: string, decision: Decision): Promise<boolean>;
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
  const jobs = createJobs({ clock, log, room: 'market-maker' });
  const sweep = async () => {
    await store.prune(clock.now());
    await sweepOwners({ orm: db.orm, columns: ownerColumns, whichExist, forget: store.forget });
  };
  return {
    calls: createCalls({ store, clock, announce: () => bus.publish(marketMakerLettersDue, null) }),
    images: {
      mayUpload: (caller) => store.mayKeepImage(ownerOf(caller), clock.now()),
      async upload(caller, bytes) {
        const [owner, imageId] = [ownerOf(caller), newToken(24)];
        const picture = await readPicture(bytes).catch(async (error: unknown) => {
          await store.countRefused(owner, clock.now());
          throw error;
        });
        await store.keepImage(owner, imageId, picture, clock.now());
        return { imageId };
      },
    },
    operator: { list: store.list, one: store.one, image: store.imageOf, decide: store.decide, remove: store.remove },
    async exportOf(userId) {
      const [applications, pictures] = await Promise.all([store.ofAccount(userId), store.unusedOf(userId)]);
      return {
        applications: applications.map(({ receivedAt, wasLoggedIn: _, ...rest }) =>
          Object.assign(rest, { receivedAt: receivedAt.getTime() }),
        ),
        unusedPictures: pictures.map(({ uploadedAt, ...rest }) => Object.assign(rest, { uploadedAt: uploadedAt.getTime() })),
      };
    },
    start() {
      jobs.onStop(bus.subscribe(accountDeleted, ({ userId }) => jobs.once('forgetting a deleted account', () => store.forget([userId]))));
      void jobs.every(sweepMs, 'removing what nobody needs any more', sweep)();
    },
    stop: jobs.stop,
  };
}
