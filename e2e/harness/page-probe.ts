// A reader who opens one page after another all the while, at whichever web process is ready, and keeps every answer that is no page.
import { languages } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadyWebs } from './ready-webs.ts';

const paceMs = 200;
const patienceMs = 30_000;
const shown = ['overview', 'spot', 'trends'] as const;

export interface PageProbe {
  stop(): Promise<{ readonly asked: number; readonly failed: readonly string[]; readonly slowestMs: number }>;
}

export function probePages(webs: ReadyWebs): PageProbe {
  const failed: string[] = [];
  let [asked, slowestMs, isOver] = [0, 0, false];
  const openOne = async (): Promise<void> => {
    // Each in turn in another language, so that not every one comes from the cache of pages.
    const path = href(languages[asked % languages.length]!.locale, shown[asked % shown.length]!);
    asked++;
    const since = performance.now();
    try {
      const response = await fetch((await webs.next()) + path, { signal: AbortSignal.timeout(patienceMs) });
      const body = await response.text();
      if (response.status !== 200) failed.push(`${path}: ${response.status}`);
      else if (!body.includes('</html>')) failed.push(`${path}: broken off`);
    } catch (error) {
      failed.push(`${path}: ${((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).name}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - since);
  };
  const work = (async () => {
    while (!isOver) await Promise.all([openOne(), delay(paceMs)]);
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return { asked, failed, slowestMs };
    },
  };
}
