// For tests: the sending process of a room of test calls.
import { systemClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createAlertDelivery, type AlertDeliveryDeps } from '../index.ts';
import { words, type openCalls } from './test-calls.ts';

type Room = Pick<Awaited<ReturnType<typeof openCalls>>, 'db' | 'bus' | 'log' | 'market' | 'people'>;

/** Without mail and text messages, unless told otherwise. */
export const createTestDelivery = ({ db, bus, log, market, people }: Room, over: Partial<AlertDeliveryDeps> = {}) =>
  createAlertDelivery({
    db,
    bus,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    words,
    market,
    people,
    mail: null,
    sms: null,
    publicUrl: 'https://site.example',
    ...over,
  });
