// Words that a language has from English or writes as English does: a native reader takes them for their own, so a text made of
// nothing else is translated though it is the same.

const of = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const loanWords: Readonly<Record<string, ReadonlySet<string>>> = {
  bg: of(`layer`),
  de: of(`
    basis block chart coins cross details funding futures gaming gold halving honeypot in index launchpads layer legal listing listings
    live long longs margin mark median mining neutral news nfts offline optional pop pop-up rate short shorts spot stablecoins status
    support tags token up upgrade zoom
  `),
  es: of(`basis exchange exchanges factor halving launchpads legal neutral notable sector spot stablecoins token total zoom`),
  fr: of(`
    actions active backtest condition conversation conversations date dominance e europe futures halving honeypot images infrastructure
    institutions launchpads layer liquidations long longs macro mail net notable note notification oracles pages percentile points pop
    pop-up positions rule score sentiment short shorts source spot stablecoins tags token top total traders travel up volume zoom
  `),
  id: of(`
    basis cross data fear funding futures gainer greed halving honeypot interest interval isolated layer legal leverage liquid listing
    live long margin mark median of open overlay pair pp proof pullback rate rule short spot staking status target token top total travel
    turnover unlock upgrade vol volume work zoom
  `),
  it: of(`
    account africa backtest basis countdown cross exchange formula funding futures halving honeypot in interest layer listing long macro
    mark min mining of offline open password percentile pop pop-up privacy proof rule sentiment short spot token travel up volume work
    zoom
  `),
  ph: of(`
    account address anti available base basis block borrow buy cap chain chart close code contract countdown cross currency customer
    data delivery derivatives desk dolphin dominance exchange factor fear feed fish funding futures gainer gainers gaming greed
    halving heat height high history holders honeypot hot index inflow interest interoperability interval isolated launch layer
    leaderboard legal leverage liquid liquidity listing live long longs losers low map margin mark market median min mining net
    network neutral notification of open overlay pair password phishing pp pre price privacy profile proof pullback quote rally random
    range rate ratio retail reward rule score sell short shorts spot staking status storage supply support table taker target tender
    timeline token top trading travel turnover unified unlock upgrade user vol volume whale work zoom
  `),
  pl: of(`e e-mail futures halving long mail margin min short spot status token`),
  pt: of(
    `e halving honeypot launchpads legal long longs mail min nfts rankings short shorts spot stablecoins status token total volume zoom`,
  ),
  th: of(`cross isolated`),
  tr: of(`honeypot long net short spot token`),
  uz: of(`halving interval onchain spot token`),
  vi: of(`basis futures halving layer long short token`),
};

export const isLoanWord = (locale: string, word: string): boolean => loanWords[locale]?.has(word.toLowerCase()) ?? false;
