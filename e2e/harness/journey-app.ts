import { startApp, type App } from './app.ts';

export const supportAgentToken = 'token-of-the-desk-in-journeys';

/**
 * Enough coins for lists of many pages, few enough, and moving so rarely, that browsers do not spend their time on prices
 * that nobody looks at.
 */
const journeyMarket = { SIM_COINS: '240', SIM_TICKS_PER_SECOND: '40' };

/** The app of all journeys that need no other: the simulated market, somebody at the support desk, a proxy in front that is believed. */
export const startJourneyApp = (): Promise<App> =>
  startApp({ env: { ...journeyMarket, TRUST_PROXY: '1', SUPPORT_AGENT_TOKEN: supportAgentToken } });
