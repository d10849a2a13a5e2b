// A process of visitors: opens as many as it is told to at the pace it is told, and reports what they were sent.
import { setTimeout as delay } from 'node:timers/promises';
import { socketTimes } from '@tidemark/contract/socket.ts';
import { createDelays, maskedText, noTotals, type Crowd, type CrowdReport, type CrowdRequest, type CrowdTask } from './crowd-parts.ts';
import { Visitor } from './visitor.ts';

/** One of so many reads what the frames say; the others count them. */
const readsOneOf = 50;
const stepMs = 20;
const heartbeatSteps = socketTimes.heartbeatMs / 100;

const visitors: Visitor[] = [];
let crowd: Crowd | null = null;

function begin({ host, port, instIds, hasLine, lifeMs }: CrowdTask): void {
  const args = instIds.map((instId) => ({ topic: 'ticker', instType: 'sp', instId }));
  const line = hasLine ? [{ topic: 'tickers', instType: 'sp', instId: 'default' }] : [];
  crowd = {
    host,
    port,
    subscribe: maskedText(JSON.stringify({ action: 'subscribe', args: [...args, ...line], terminaltype: 1 })),
    channels: args.length + line.length,
    totals: noTotals(),
    beatDelays: createDelays(),
    tickDelays: createDelays(),
    later: (ms, then) => void setTimeout(then, ms),
  };
  setTimeout(() => process.exit(), lifeMs);
  // Visitors do not beat in step.
  let step = 0;
  setInterval(() => {
    for (let at = step; at < visitors.length; at += heartbeatSteps) visitors[at]!.beat();
    step = (step + 1) % heartbeatSteps;
  }, socketTimes.heartbeatMs / heartbeatSteps);
}

async function open({ visitors: incoming, perSecond }: Extract<CrowdRequest, { kind: 'open' }>): Promise<void> {
  const eachStep = Math.max(1, Math.round((perSecond * stepMs) / 1_000));
  for (let at = 0; at < incoming.length; at += eachStep) {
    for (const { address, cookie } of incoming.slice(at, at + eachStep)) {
      const visitor = new Visitor(crowd!, address, cookie, visitors.length % readsOneOf === 0);
      visitors.push(visitor);
      visitor.come();
    }
    await delay(stepMs);
  }
}

process.once('disconnect', () => process.exit());
process.on('message', (message: CrowdRequest) => {
  if (message.kind === 'begin') begin(message.task);
  else if (message.kind === 'open') void open(message);
  else {
    const { totals, beatDelays, tickDelays } = crowd!;
    process.send!({ totals, beatDelays: beatDelays.take(), tickDelays: tickDelays.take() } satisfies CrowdReport);
  }
});
