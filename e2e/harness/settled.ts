import type { APIRequestContext } from '@playwright/test';
import { expect } from './journey.ts';

let settled: Promise<void> | null = null;

const look = async (request: APIRequestContext): Promise<void> => {
  const dataOf = async (path: string) => (await (await request.post(`/v1${path}`, { data: {} })).json()).data;
  const soon = expect.configure({ timeout: 120_000 });
  await soon
    .poll(async () => (await dataOf('/mix/public/getAiCoinRecommendList'))?.scores[0].picks, 'the record of the picks')
    .toBeGreaterThan(290);
  await soon.poll(async () => (await dataOf('/mix/public/getAiRecommendListV2'))?.total, 'the picks of today').toBeGreaterThan(0);
  await soon.poll(async () => (await dataOf('/cms/fearGreed')) ?? null, 'the index').not.toBeNull();
  await soon
    .poll(async () => {
      const { total, previousDay } = await dataOf('/cms/webInstitute/getWebInstitute');
      return total > 0 && previousDay !== null;
    }, 'the notes')
    .toBe(true);
};

/**
 * An app that has just been started computes its indices and writes the notes of the days before for a moment. Asked once by each worker.
 */
export const untilSettled = (request: APIRequestContext): Promise<void> => (settled ??= look(request));
