// Which coins follow another price: stablecoins, cash, gold, and stand-ins for other coins. They say nothing about the mood of the
// market, and a ranking that likes calm coins would pick little else.
import { sectorsOf } from '@tidemark/source/coins/sectors.ts';
import { standInName, standIns } from '@tidemark/source/coins/universe.ts';

/** Beyond those that the universe leaves out: what real exchanges list. */
const followers = new Set(
  (
    'CBBTC FBTC LBTC SOLVBTC BTCB ETHBTC STETH WSTETH WEETH EZETH RSETH BETH WETH BNSOL JITOSOL JUPSOL BBSOL WSOL WBNB ' +
    'USD EUR GBP TRY BRL AUD JPY MXN PLN ZAR UAH ARS COP CZK RON NGN IDR EURI EURR EURQ AEUR EURCV BRZ IDRT BIDR GYEN ' +
    'BUSD USDP USDS USDG USDR USDB USD0 USDY USDTB RLUSD BFUSD XUSD SUSDE SUSDS SDAI USDJ FRXUSD AUSD XAU XAG XAUM KAG'
  ).split(' '),
);
const peggedSectors = new Set(['stablecoin', 'gold']);

/** name: as the exchange tells it; empty where it tells none. */
export const isPegged = (ticker: string, name = ''): boolean =>
  standIns.has(ticker) || followers.has(ticker) || standInName.test(name) || sectorsOf(ticker).some((sector) => peggedSectors.has(sector));
