// Settings of rooms that every process reads, kept with those of the site: thresholds of top movers, events of the calendar, facts about
// crypto policy.
import { moverRules, readMoverRules, type MoverRules } from '@tidemark/contract/movers.ts';
import { calendarProblem } from '#content/index.ts';
import { policyProblem } from '#content/policy/index.ts';
import { createRoomSettings, type RoomSettings } from '#site/room-settings.ts';
import type { ProcessParts } from './process-parts.ts';

export async function startRoomSettings({
  db,
  clock,
  log,
  config,
  onStop,
}: Pick<ProcessParts, 'db' | 'clock' | 'log' | 'onStop'> & { config: Pick<ProcessParts['config'], 'moverRules'> }): Promise<RoomSettings> {
  const usual = config.moverRules;
  const settings = createRoomSettings({
    db,
    clock,
    log,
    known: new Map([
      [
        'moverRules',
        {
          usual,
          problem: (value: unknown) =>
            typeof value === 'object' && value !== null && !Array.isArray(value)
              ? readMoverRules(JSON.stringify({ ...usual, ...value })).problem
              : 'must name its fields',
        },
      ],
      ['calendarEvents', { usual: [], problem: calendarProblem }],
      ['policyFacts', { usual: [], problem: policyProblem }],
    ]),
  });
  await settings.start();
  onStop(() => settings.stop());
  return settings;
}

/** As the settings say at the moment of asking. */
export function liveMoverRules(usual: MoverRules, settings: Pick<RoomSettings, 'value'>): MoverRules {
  const now = (): MoverRules => ({ ...usual, ...(settings.value('moverRules') as Partial<MoverRules> | null) });
  const names = Object.keys(moverRules.entries) as (keyof MoverRules)[];
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => now()[name] }])),
  ) as MoverRules;
}
