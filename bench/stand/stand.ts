// The stand itself, started by tools/stand.ts inside its network: servers, processes of every role, then one crowd after another, each on
// top of the one before, and what each of them cost. It ends by itself, whatever happens.
import { setTimeout as delay } from 'node:timers/promises';
import { openCrowds, type Crowds } from './crowds.ts';
import { makeMembers } from './members.ts';
import { addressOf, type StandNetwork } from './network.ts';
import { readOptions } from './options.ts';
import { coresOf, figuresOf, linesOf, restLines, restOf, stormLine, stormOf, type Measured, type UsageByPart } from './report.ts';
import { openServers, parts, type Part, type Servers } from './servers.ts';
import { tcpMegabytes, usageOf } from './usage.ts';
import { askPages, fireAlerts } from './work.ts';

const options = readOptions(process.argv.slice(2));
const network = JSON.parse(process.env['STAND_NETWORK']!) as StandNetwork;
const steps = options.sockets.toSorted((one, other) => one - other);
const most = steps.at(-1)!;
/** Visitors that came in a crowd are still reading what they were sent first. */
const settleMs = 3_000;
const lookMs = 100;
const mostPeopleWithAlerts = 40;
/** Processes that have just started are still at work with it, at most so long. */
const longestStartMs = 60_000;
const calmCores = 0.05;

let servers: Servers | null = null;
let crowds: Crowds | null = null;
let isEnding = false;
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  crowds?.close();
  await servers?.close();
  process.exit(code);
}
setTimeout(() => {
  console.error(`The stand was not done after ${options.minutes} minutes.`);
  void end(1);
}, options.minutes * 60_000);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1));
process.once('disconnect', () => void end(1));

const usage = (): UsageByPart => {
  const ofServers = parts.map((part) => [part, usageOf(servers!.pids(part))] as const);
  return Object.fromEntries([...ofServers, ['visitors', usageOf(crowds!.pids())]]) as UsageByPart;
};

async function measure(): Promise<Measured> {
  const first = await crowds!.report();
  const [before, begin] = [usage(), performance.now()];
  await delay(options.seconds * 1_000);
  const last = await crowds!.report();
  const [after, seconds] = [usage(), (performance.now() - begin) / 1_000];
  const totals = { ...last.totals };
  for (const name of ['bytes', 'frames', 'updates', 'gaps', 'errors'] as const) totals[name] -= first.totals[name];
  return { report: { ...last, totals }, before, after, seconds };
}

const cpuSecondsOf = (part: Part) => usageOf(servers!.pids(part)).cpuSeconds;

/** Until the web processes take as much as in the moment before. */
async function untilCalm(): Promise<void> {
  const windowMs = 2_000;
  let [used, cores] = [cpuSecondsOf('web'), Infinity];
  for (const endsAt = performance.now() + longestStartMs; performance.now() < endsAt;) {
    await delay(windowMs);
    const [usedNow, before] = [cpuSecondsOf('web'), cores];
    cores = ((usedNow - used) * 1_000) / windowMs;
    used = usedNow;
    if (Math.abs(before - cores) < calmCores) return;
  }
}

/** How long it takes from now until so many visitors are served. */
async function secondsUntilReady(count: number): Promise<number> {
  const begin = performance.now();
  while ((await crowds!.report()).totals.ready < count) await delay(lookMs);
  return (performance.now() - begin) / 1_000;
}

const say = (figures: object, lines: readonly string[]) => console.log(options.json ? JSON.stringify(figures) : lines.join('\n'));

/** What some work took of the processor above what the same parts take without it. */
async function costOf<T>(of: readonly Part[], idle: Measured, work: () => Promise<T>): Promise<{ result: T; cpuSeconds: number }> {
  const used = () => of.reduce((sum, part) => sum + cpuSecondsOf(part), 0);
  const [before, begin] = [used(), performance.now()];
  const result = await work();
  const seconds = (performance.now() - begin) / 1_000;
  return { result, cpuSeconds: used() - before - seconds * of.reduce((sum, part) => sum + coresOf(idle, part), 0) };
}

try {
  const command = `npm run stand -- ${process.argv.slice(2).join(' ')}`;
  say({ kind: 'command', command, network: network.kind }, [`network: ${network.kind}`]);
  servers = await openServers(options);
  const lifeMs = options.minutes * 60_000;
  const list = await servers.list(options.rows);
  const task = { instIds: list.map(({ symbolId }) => symbolId), hasLine: options.hasLine, lifeMs };
  crowds = openCrowds(network, servers.webPorts(), most, task);
  // One of the first visitors is as likely to be logged in as one of the last.
  const isMember = Array.from({ length: most }, (_, visitor) => visitor % 100 < options.members);
  const cookies = await makeMembers(servers.databaseUrl, isMember.filter(Boolean).length);
  const left = [...cookies];
  const visitors = isMember.map((is, visitor) => ({ address: addressOf(network, visitor), cookie: is ? left.pop()! : null }));
  await untilCalm();
  const idle = await measure();
  const pages = await costOf(['web'], idle, () => askPages(servers!.webUrl()));
  const people = cookies.slice(0, mostPeopleWithAlerts);
  const alerts = await costOf(['alerts', 'delivery', 'Postgres', 'NATS'], idle, () =>
    fireAlerts(servers!.webUrl(), servers!.databaseUrl, people, list),
  );
  const rest = restOf({ idle, ticksPerSecond: options.ticksPerSecond, pages, alerts });
  say(rest, restLines(rest));
  const tcpBefore = tcpMegabytes();
  let opened = 0;
  for (const count of steps) {
    const opening = await costOf(['web'], idle, () => {
      crowds!.open(visitors.slice(opened, count), options.openingsPerSecond);
      return secondsUntilReady(count);
    });
    const openingMilliseconds = (opening.cpuSeconds * 1_000) / (count - opened);
    opened = count;
    await delay(settleMs);
    const measured = await measure();
    const figures = figuresOf({
      count,
      openedSeconds: opening.result,
      openingMilliseconds,
      measured,
      idle,
      tcpMegabytes: tcpMegabytes() - tcpBefore,
    });
    say(figures, linesOf(figures));
  }
  if (options.hasStorm) {
    const [before, begin] = [(await crowds.report()).totals, performance.now()];
    await servers.killWebs();
    await servers.restartWebs();
    const awaySeconds = (performance.now() - begin) / 1_000;
    const backSeconds = await secondsUntilReady(most);
    const storm = stormOf({ awaySeconds, backSeconds, before, after: (await crowds.report()).totals });
    say(storm, [stormLine(storm)]);
  }
  await end(0);
} catch (error) {
  // What is under way when it ends fails, and that is no news.
  if (!isEnding) console.error(error);
  await end(1);
}
