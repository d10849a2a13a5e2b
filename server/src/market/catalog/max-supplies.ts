// How many of a coin there can ever be, where its rules fix it for good: consensus rules of the chain, or a token contract that cannot
// make more. Coins that may be made on, by a vote or by a schedule without an end, are not here.
const table: Readonly<Record<string, number>> = {
  // Chains with an end to their rewards.
  BTC: 21e6, LTC: 84e6, BCH: 21e6, BSV: 21e6, ZEC: 21e6, ZEN: 21e6, DCR: 21e6, TAO: 21e6, DASH: 18.9e6, ETC: 210.7e6, DGB: 21e9, RVN: 21e9, KAS: 28.7e9,
  // Chains whose coins were all made at their beginning, or are released up to a fixed sum.
  XRP: 100e9, ADA: 45e9, XLM: 50_001_806_812, HBAR: 50e9, ALGO: 10e9, AVAX: 720e6, SUI: 10e9, SEI: 10e9, VET: 86_712_634_466, THETA: 1e9, FIL: 2e9, AR: 66e6, 
  XEM: 8_999_999_999, NEO: 100e6, ONT: 1e9, QTUM: 107_822_406, ZIL: 21e9, ROSE: 10e9, HNT: 223e6, AKT: 388_539_008, CELO: 1e9, CORE: 2.1e9, HYPE: 1e9,
  // Tokens.
  LINK: 1e9, YFI: 36_666, AAVE: 16e6, COMP: 10e6, CRV: 3_303_030_299, LDO: 1e9, ENS: 100e6, IMX: 2e9, AXS: 270e6, SAND: 3e9, BAT: 1.5e9, ZRX: 1e9, '1INCH': 1.5e9, GNO: 3e6,
  BAL: 96_150_704, CVX: 100e6, RLC: 86_999_785, NMR: 11e6, STORJ: 425e6, MANA: 2_193_179_327, QNT: 14_881_364, LRC: 1_374_513_896, GLM: 1e9, ANKR: 10e9, MASK: 100e6, BLUR: 3e9,
  APE: 1e9, RAY: 555e6, TWT: 1e9, JTO: 1e9, W: 10e9, ZRO: 1e9, ZK: 21e9, ENA: 15e9, ONDO: 10e9, PYTH: 10e9, WLD: 10e9, JUP: 10e9, ETHFI: 1e9, MORPHO: 1e9, VIRTUAL: 1e9,
  ARKM: 1e9, GRASS: 1e9, AIXBT: 1e9, IO: 800e6, KAITO: 1e9, DEEP: 10e9, SAFE: 1e9, TAIKO: 1e9, ZORA: 10e9, BLAST: 100e9, PLUME: 10e9, COW: 1e9, BICO: 1e9, STG: 1e9, ACH: 10e9, ID: 2e9, EDU: 1e9, HOOK: 500e6, CYBER: 100e6,
  METIS: 10e6, YGG: 1e9, ILV: 10e6, JOE: 500e6, CTSI: 1e9, CELR: 10e9, NEXO: 1e9, OKB: 21e6, LEO: 1e9, MNT: 6.219e9, WLFI: 100e9, ASTER: 8e9, TRUMP: 1e9, PUMP: 1e12, REP: 11e6, JST: 9.9e9, BTT: 990e12, WIN: 999e9,
  // Memes: made at once, never again.
  PEPE: 420.69e12, BONK: 100e12, PENGU: 88_888_888_888, WIF: 998.9e6, FARTCOIN: 1e9, SPX: 1e9, TURBO: 69e9, BRETT: 10e9, POPCAT: 980e6, MEW: 88_888_888_888, PNUT: 1e9, BOME: 69e9, MEME: 69e9, MOG: 420.69e12,
  NOT: 102_719_221_714, DOGS: 550e9, ORDI: 21e6, SATS: 2.1e15, PEOPLE: 5_060_137_335, SHIB: 1e15, FLOKI: 10e12,
};

/** null = no such limit is known. */
export const maxSupplyOf = (ticker: string): number | null => table[ticker] ?? null;
