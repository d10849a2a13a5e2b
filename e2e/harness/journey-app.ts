import { startApp, type App } from './app.ts';

export const supportAgentToken = 'token-of-the-desk-in-journeys';

/** The app of all journeys that need no other: the simulated market, somebody at the support desk, a proxy in front that is believed. */
export const startJourneyApp = (): Promise<App> => startApp({ isWholeMarket: true, env: { TRUST_PROXY: '1', SUPPORT_AGENT_TOKEN: supportAgentToken } });
