// Content: headlines of outlets, notes about our own market, the morning paper, the calendar, texts about coins. Owns what it
// stored of them. Promises: a story is shown once however often it is told; a note says nothing but facts of this market and is
// never changed; a paper stays as it came out. Refuses what is no feed, no event, no coin. Only the process with the feed
// writes; the others read what it stored, and hear when there is more.
import { setTimeout as delay } from 'node:timers/promises';
import type { IsKeeper } from '#market/elected-feed.ts';
import type { Market } from '#market/index.ts';
import type { NewsItem } from '#market/sources/side/news.ts';
import type { Polled } from '#market/sources/side/polled.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { contentChanged } from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createArticles } from './articles.ts';
import { createCalendar } from './calendar/index.ts';
import { createCalls, type ContentHandlers } from './calls.ts';
import { createCoinTexts } from './coins/coin-texts.ts';
import { createIngest } from './headlines/ingest.ts';
import { createKeeper } from './notes/keeper.ts';
import { createNoteText } from './notes/note-text.ts';
import { createPapers } from './paper/papers.ts';
import { createPaperText } from './paper/paper-text.ts';
import { createContentStore } from './store.ts';

export { calendarProblem } from './calendar/calendar-file.ts';

export type HeadlineFeed = Pick<Polled<readonly NewsItem[]>, 'source' | 'latest' | 'onChange'>;

export interface ContentDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  /** Market time. */
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly log: Log;
  readonly words: Pick<Words, 'text'>;
  readonly market: Market;
  /** True in the one process that has the feed. */
  readonly isKeeper: IsKeeper;
  /** Fear and greed of whole days by their beginning, 0 to 100. */
  readonly fearGreedHistory: () => Promise<ReadonlyMap<number, number>>;
  /** Told whenever one has something new; empty = the operator named none. */
  readonly feeds: readonly HeadlineFeed[];
  /** null = the operator has written no events. */
  readonly calendarFile: string | null;
  /** Events that stand in the settings. */
  readonly calendarEvents?: () => unknown;
  /** Whose notes and events ours are. */
  readonly siteName: string;
  /** Reading the past waits for it; left out = it waits for nothing. */
  readonly whenListening?: Promise<void>;
}

export interface Content {
  readonly calls: ContentHandlers;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A new hour is noticed within this. */
const lookEveryMs = 60_000;
const tryAgainMs = 30_000;
const keptMs = 400 * 86_400_000;
/** The very first readers wait so long for the notes of the days before. */
const patienceMs = 2_500;

export function createContent({
  db,
  bus,
  clock,
  wallClock,
  log,
  words,
  market,
  isKeeper,
  fearGreedHistory,
  feeds,
  calendarFile,
  calendarEvents = () => null,
  siteName,
  whenListening,
}: ContentDeps): Content {
  const store = createContentStore(db.orm);
  const coinName = (ticker: string) => market.catalog.coin(ticker)?.name ?? ticker;
  const articles = createArticles({ store, market, clock, noteText: createNoteText({ words, coinName }), siteName });
  const calendar = createCalendar({ clock, wallClock, log, words, market, file: calendarFile, written: calendarEvents, siteName });
  const papers = createPapers({ store, paperText: createPaperText({ words, coinName, eventTitle: calendar.title }), clock });
  const eventsOf = async (day: number) => (await calendar.events()).filter(({ at }) => at >= day && at < day + 86_400_000);
  const keep = createKeeper({ clock, market, store, fearGreedHistory, eventsOf });
  const ingest = createIngest({ store, market, clock, keptMs });
  const ending = new AbortController();
  const jobs = createJobs({ clock, log, room: 'content' });
  const wallJobs = createJobs({ clock: wallClock, log, room: 'content' });
  let isFilled = false;

  const forget = () => {
    articles.forget();
    papers.forget();
  };
  const changed = () => {
    forget();
    bus.publish(contentChanged, null);
  };

  const makeNotes = async () => {
    if (ending.signal.aborted || !isKeeper?.()) return;
    try {
      if (!(await keep(ending.signal))) return;
      await store.forget(clock.now() - keptMs);
      changed();
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  };

  const follow = (feed: HeadlineFeed): void => {
    let waiting: readonly NewsItem[] | null = feed.latest()?.value ?? null;
    const saveWaiting = async () => {
      const items = waiting;
      if (items === null || ending.signal.aborted || !isKeeper?.()) return;
      waiting = null;
      try {
        if (await ingest(items)) changed();
      } catch (error) {
        // A feed tells what is new once: what could not be stored is kept for the next try.
        waiting ??= items;
        log.error({ err: error, room: 'content', feed: feed.source }, 'headlines could not be stored; they are tried again');
      }
    };
    const saveNow = wallJobs.every(tryAgainMs, 'storing headlines', saveWaiting);
    wallJobs.onStop(
      feed.onChange(({ value }) => {
        waiting = value;
        void saveNow();
      }),
    );
    void saveNow();
  };

  const filled = async () => {
    if (isFilled) return;
    const { promise: patience, cancel } = waitFor(patienceMs);
    while (!(isFilled = !(await store.isEmpty())) && (await Promise.race([patience, delay(50, true, { ref: false })])));
    isFilled = true;
    cancel();
  };

  return {
    calls: createCalls({ articles, calendar, coinTexts: createCoinTexts({ words, market }), papers, clock, filled }),
    async start() {
      await calendar.start();
      jobs.onStop(bus.subscribe(contentChanged, forget));
      if (!isKeeper) return;
      const makeNotesNow = jobs.every(lookEveryMs, 'making notes', makeNotes);
      feeds.forEach(follow);
      if (whenListening) void whenListening.then(makeNotesNow);
      else void makeNotesNow();
    },
    async stop() {
      ending.abort();
      await Promise.all([jobs.stop(), wallJobs.stop(), calendar.stop()]);
    },
  };
}

/** Ends with false. */
function waitFor(ms: number): { promise: Promise<false>; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  timer.unref();
  return { promise, cancel: () => clearTimeout(timer) };
}
