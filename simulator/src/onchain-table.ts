// Chains with how busy they are, and the words tokens are named with.

export interface ChainRow {
  readonly chain: string;
  readonly name: string;
  /** Its own coin, which its pools are priced against. */
  readonly coin: string;
  readonly dexes: readonly string[];
  /** How our coin metadata names it; null = it has no coins of ours. */
  readonly filedAs: string | null;
  /** How many places it has for tokens that come and go. */
  readonly places: number;
  /** Size of its trade beside the busiest. */
  readonly weight: number;
  /** Usual size of one trade, in USDT. */
  readonly tradeSize: number;
  readonly addressForm: 'hex' | 'base58' | 'move';
}

export const chainRows: readonly ChainRow[] = [
  {
    chain: 'solana',
    name: 'Solana',
    coin: 'SOL',
    dexes: ['Raydium', 'Orca', 'Meteora', 'PumpSwap'],
    filedAs: 'solana',
    places: 90,
    weight: 1,
    tradeSize: 140,
    addressForm: 'base58',
  },
  {
    chain: 'ethereum',
    name: 'Ethereum',
    coin: 'ETH',
    dexes: ['Uniswap V3', 'Uniswap V4', 'SushiSwap', 'Curve'],
    filedAs: 'ethereum',
    places: 50,
    weight: 0.9,
    tradeSize: 1_400,
    addressForm: 'hex',
  },
  {
    chain: 'bsc',
    name: 'BNB Chain',
    coin: 'BNB',
    dexes: ['PancakeSwap V3', 'PancakeSwap V2', 'THENA'],
    filedAs: 'binance-smart-chain',
    places: 60,
    weight: 0.7,
    tradeSize: 180,
    addressForm: 'hex',
  },
  {
    chain: 'base',
    name: 'Base',
    coin: 'ETH',
    dexes: ['Aerodrome', 'Uniswap V3', 'BaseSwap'],
    filedAs: 'base',
    places: 55,
    weight: 0.6,
    tradeSize: 210,
    addressForm: 'hex',
  },
  {
    chain: 'arbitrum',
    name: 'Arbitrum',
    coin: 'ETH',
    dexes: ['Uniswap V3', 'Camelot', 'Ramses'],
    filedAs: 'arbitrum-one',
    places: 18,
    weight: 0.35,
    tradeSize: 420,
    addressForm: 'hex',
  },
  {
    chain: 'polygon',
    name: 'Polygon',
    coin: 'POL',
    dexes: ['QuickSwap', 'Uniswap V3'],
    filedAs: 'polygon-pos',
    places: 14,
    weight: 0.18,
    tradeSize: 120,
    addressForm: 'hex',
  },
  {
    chain: 'avalanche',
    name: 'Avalanche',
    coin: 'AVAX',
    dexes: ['LFJ', 'Pangolin', 'Pharaoh'],
    filedAs: 'avalanche',
    places: 16,
    weight: 0.2,
    tradeSize: 260,
    addressForm: 'hex',
  },
  {
    chain: 'optimism',
    name: 'Optimism',
    coin: 'ETH',
    dexes: ['Velodrome', 'Uniswap V3'],
    filedAs: 'optimistic-ethereum',
    places: 10,
    weight: 0.14,
    tradeSize: 330,
    addressForm: 'hex',
  },
  {
    chain: 'sui',
    name: 'Sui',
    coin: 'SUI',
    dexes: ['Cetus', 'Turbos', 'Bluefin'],
    filedAs: null,
    places: 22,
    weight: 0.25,
    tradeSize: 190,
    addressForm: 'move',
  },
  {
    chain: 'tron',
    name: 'TRON',
    coin: 'TRX',
    dexes: ['SunSwap'],
    filedAs: 'tron',
    places: 16,
    weight: 0.2,
    tradeSize: 240,
    addressForm: 'base58',
  },
  {
    chain: 'ton',
    name: 'TON',
    coin: 'TON',
    dexes: ['STON.fi', 'DeDust'],
    filedAs: null,
    places: 16,
    weight: 0.12,
    tradeSize: 90,
    addressForm: 'base58',
  },
  {
    chain: 'aptos',
    name: 'Aptos',
    coin: 'APT',
    dexes: ['Thala', 'LiquidSwap'],
    filedAs: null,
    places: 10,
    weight: 0.08,
    tradeSize: 130,
    addressForm: 'move',
  },
];

/** First and second word of a name; the ticker is made from them. */
export const firstWords = (
  'Velvet Turbo Sleepy Golden Pixel Lunar Salty Rusty Neon Tiny Grumpy Cosmic Frosty Mellow Electric Paper Silent Crispy Royal ' +
  'Sunny Hidden Brave Wobbly Copper Midnight Happy Feral Glass Ancient Lucky ' +
  'Bouncy Arctic Spicy Drowsy Marble Noble Plain Quick Ripe Smoky'
).split(' ');
export const secondWords = (
  'Otter Walrus Capybara Moth Badger Pelican Hamster Octopus Gecko Toad Heron Weasel Llama Axolotl Puffin Marmot Goose Lynx ' +
  'Beetle Ferret Noodle Waffle Pickle Biscuit Dumpling Mango Turnip Pretzel Muffin ' +
  'Radish Rocket Lantern Kettle Anvil Compass Anchor Teapot Ladder Comet Glacier'
).split(' ');
