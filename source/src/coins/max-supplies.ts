// How many of a coin there can ever be as its rules stand, and beside each the rule that says so. Coins whose schedule has no end
// are not here.
const table: Readonly<Record<string, number>> = {
  // Consensus of the chain: a reward that shrinks to nothing; this is the sum of all of them.
  BTC: 21e6, // 50 a block, halved every 210,000 blocks
  LTC: 84e6, // 50 a block, halved every 840,000 blocks
  BCH: 21e6, // Bitcoin's rewards
  BSV: 21e6, // Bitcoin's rewards
  ZEC: 21e6, // Bitcoin's curve, halved every four years
  ZEN: 21e6, // Bitcoin's curve, halved every four years
  DCR: 21e6, // reduced by a hundredth every 6,144 blocks
  TAO: 21e6, // Bitcoin's curve, halved as the supply grows
  DASH: 18.9e6, // reduced by a fourteenth every year
  ETC: 210.7e6, // reduced by a fifth every five million blocks, ECIP-1017
  DGB: 21e9, // reduced by a hundredth every month
  RVN: 21e9, // 5,000 a block, halved every 2.1 million blocks
  KAS: 28.7e9, // halved every year in monthly steps
  QTUM: 107_822_406, // 100 million at genesis and 4 a block, halved every four years
  CORE: 2.1e9, // rewards that shrink over 81 years
  AKT: 388_539_008, // genesis and rewards that shrink
  HNT: 223e6, // halved every two years, HIP 20
  // Genesis of the chain: all made at once, or rewards out of a reserve of fixed size.
  XRP: 100e9, // all at once
  ADA: 45e9, // 31.1 billion at once, the rest is the reserve
  XLM: 50_001_806_812, // what was left of 105 billion after 2019, when inflation was ended
  HBAR: 50e9, // all at once
  ALGO: 10e9, // all at once
  AVAX: 720e6, // half at once, rewards up to the cap
  SUI: 10e9, // all at once, released over years
  SEI: 10e9, // all at once, released over years
  VET: 86_712_634_466, // all at once
  THETA: 1e9, // all at once
  FIL: 2e9, // allocations and rewards up to the base supply
  AR: 66e6, // 55 million at once, 11 million as rewards
  XEM: 8_999_999_999, // all at once
  NEO: 100e6, // all at once
  ONT: 1e9, // all at once
  ZIL: 21e9, // part at once, mined up to the cap
  ROSE: 10e9, // all at once, rewards out of a reserve
  CELO: 1e9, // part at once, rewards up to the cap
  HYPE: 1e9, // all at once, released over years
  // Token contract: made once, or minted up to a cap that the contract keeps.
  LINK: 1e9, // all minted once
  AAVE: 16e6, // 13 million for LEND and 3 million of reserve
  COMP: 10e6, // constant total supply
  CRV: 3_303_030_299, // emission written into the contract
  IMX: 2e9, // capped contract
  AXS: 270e6, // all minted once
  SAND: 3e9, // all minted once
  BAT: 1.5e9, // all minted once
  ZRX: 1e9, // all minted once
  GNO: 3e6, // 10 million minted once, 7 million of them burned
  BAL: 96_150_704, // emission written into the token's admin
  CVX: 100e6, // maxSupply of the contract
  RLC: 86_999_785, // all minted once
  NMR: 11e6, // supply cap of the contract since 2018
  STORJ: 425e6, // all minted once
  MANA: 2_193_179_327, // minted once, burned by auctions since
  QNT: 14_881_364, // all minted once
  LRC: 1_374_513_896, // minted for the first LRC one to one, part of it burned
  GLM: 1e9, // minted for GNT one to one
  ANKR: 10e9, // all minted once
  MASK: 100e6, // all minted once
  APE: 1e9, // all minted once
  RAY: 555e6, // all minted once
  TWT: 1e9, // what was left after the burn of 2020
  ILV: 10e6, // 7 million at once, 3 million as yield
  JOE: 500e6, // maxSupply of the contract
  CTSI: 1e9, // all minted once
  CELR: 10e9, // all minted once
  NEXO: 1e9, // all minted once
  REP: 11e6, // minted for REP v1 one to one
  YGG: 1e9, // all minted once
  SAFE: 1e9, // all minted once
  OKB: 21e6, // fixed at 21 million by the burn of 2025
  LEO: 1e9, // all minted once, burned since
  JST: 9.9e9, // all minted once
  BTT: 990e12, // all minted once
  WIN: 999e9, // all minted once
  STG: 1e9, // all minted once
  // Allocation that the project published: the contract or a vote could still make more.
  YFI: 36_666, // 30,000 at first and 6,666 by the vote of 2021
  LDO: 1e9, // all minted once, by a token that its voters control
  CYBER: 100e6, // total of the launch
  ENS: 100e6, // a vote may mint 2 % a year
  COW: 1e9, // a vote may mint 3 % a year
  ENA: 15e9, // a vote may mint 10 % a year
  WLD: 10e9, // fixed for fifteen years, then a vote may mint 1.5 % a year
  ZRO: 1e9, // total of the launch
  ZK: 21e9, // total of the launch
  ONDO: 10e9, // total of the launch
  PYTH: 10e9, // total of the launch
  JUP: 10e9, // total of the launch
  ETHFI: 1e9, // total of the launch
  MORPHO: 1e9, // total of the launch
  VIRTUAL: 1e9, // total of the launch
  ARKM: 1e9, // total of the launch
  GRASS: 1e9, // total of the launch
  AIXBT: 1e9, // total of the launch
  IO: 800e6, // total of the launch
  KAITO: 1e9, // total of the launch
  DEEP: 10e9, // total of the launch
  TAIKO: 1e9, // total of the launch
  ZORA: 10e9, // total of the launch
  BLAST: 100e9, // total of the launch
  PLUME: 10e9, // total of the launch
  BICO: 1e9, // total of the launch
  ACH: 10e9, // total of the launch
  ID: 2e9, // total of the launch
  EDU: 1e9, // total of the launch
  HOOK: 500e6, // total of the launch
  METIS: 10e6, // total of the launch
  MNT: 6.219e9, // total of the launch
  WLFI: 100e9, // total of the launch
  ASTER: 8e9, // total of the launch
  TRUMP: 1e9, // total of the launch
  PUMP: 1e12, // total of the launch
  BLUR: 3e9, // total of the launch
  JTO: 1e9, // total of the launch
  W: 10e9, // total of the launch
  '1INCH': 1.5e9, // total of the launch
  // Memes: the total that their contract, mint or inscription was deployed with.
  PEPE: 420.69e12, // all minted at once
  BONK: 100e12, // all minted at once
  PENGU: 88_888_888_888, // all minted at once
  WIF: 998.9e6, // all minted at once
  FARTCOIN: 1e9, // all minted at once
  SPX: 1e9, // all minted at once
  TURBO: 69e9, // all minted at once
  BRETT: 10e9, // all minted at once
  POPCAT: 980e6, // all minted at once
  MEW: 88_888_888_888, // all minted at once
  PNUT: 1e9, // all minted at once
  BOME: 69e9, // all minted at once
  MEME: 69e9, // all minted at once
  MOG: 420.69e12, // all minted at once
  NOT: 102_719_221_714, // all minted at once
  DOGS: 550e9, // all minted at once
  ORDI: 21e6, // maximum of the BRC-20 deployment
  SATS: 2.1e15, // maximum of the BRC-20 deployment
  PEOPLE: 5_060_137_335, // minted for the auction of 2021
  SHIB: 1e15, // all minted at once
  FLOKI: 10e12, // all minted at once
};

/** null = no such limit is known. */
export const maxSupplyOf = (ticker: string): number | null => table[ticker] ?? null;
