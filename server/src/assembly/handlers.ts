// Every call's handler, as one table.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { CookieHandlers } from '@tidemark/contract/wire.ts';
import { createPolicies } from '#content/policy/index.ts';
import { closeTo } from './closed-countries.ts';
import type { MarketRooms } from './feed.ts';
import type { PeopleRooms } from './people-rooms.ts';
import type { ProcessParts } from './process-parts.ts';
import type { Visibility } from './visibility.ts';
import { withWatchGroups } from './watch-groups.ts';

export function joinHandlers(parts: ProcessParts, about: MarketRooms, people: PeopleRooms, visibility: Visibility): CookieHandlers<Calls> {
  const { config, words, log } = parts;
  const { market, analytics, onchain, content } = about;
  const { site, users, favorites, alerts, support, marketMaker } = people;
  const policies = createPolicies({ words, log, file: config.policyFile, written: () => about.roomSettings.value('policyFacts') });
  const shown = visibility.apply({
    ...market.calls,
    ...analytics.calls,
    ...onchain.calls,
    ...content.calls,
    alertExchangeSetting: alerts.calls.alertExchangeSetting,
    sharedFavorites: favorites.calls.sharedFavorites,
  });
  const handlers = {
    ...site.calls,
    ...users.calls,
    ...favorites.calls,
    ...alerts.calls,
    ...support.calls,
    ...marketMaker.calls,
    ...policies.calls,
    // Calls that offer coins to choose from, or show another user's choice; a user's own alerts and favorites are not cut.
    ...shown,
    getAllPartitionV2: withWatchGroups(shown.getAllPartitionV2, favorites.calls),
  };
  return closeTo(handlers, site.closedCountries);
}
