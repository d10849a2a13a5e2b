// Where people trade with each other, and how: money, what it pays above the official rate, and the ways to send it.

export interface P2pRow {
  readonly fiat: string;
  /** Above the exchange rate, as a share: controlled currencies pay more. */
  readonly premium: number;
  /** How many merchants there are, 1 = many. */
  readonly depth: number;
  /** How far apart the best ads of the two sides are, 1 = as usual: where few compete or payments are taken back, further. */
  readonly spread: number;
  readonly paymentMethods: readonly string[];
}

export const p2pRows: readonly P2pRow[] = [
  { fiat: 'USD', premium: 0.004, depth: 0.8, spread: 1.4, paymentMethods: ['Bank transfer', 'Wise', 'Zelle', 'PayPal', 'Cash App'] },
  { fiat: 'EUR', premium: 0.003, depth: 0.9, spread: 0.9, paymentMethods: ['SEPA', 'SEPA Instant', 'Wise', 'Revolut', 'PayPal'] },
  { fiat: 'RUB', premium: 0.018, depth: 1, spread: 0.7, paymentMethods: ['Bank transfer', 'Sberbank', 'T-Bank', 'SBP', 'YooMoney'] },
  { fiat: 'TRY', premium: 0.011, depth: 0.8, spread: 1, paymentMethods: ['Bank transfer', 'Ziraat', 'Papara', 'FAST'] },
  { fiat: 'VND', premium: 0.008, depth: 1, spread: 0.55, paymentMethods: ['Bank transfer', 'MoMo', 'ZaloPay', 'Vietcombank'] },
  { fiat: 'IDR', premium: 0.006, depth: 0.7, spread: 0.8, paymentMethods: ['Bank transfer', 'BCA', 'GoPay', 'OVO', 'DANA'] },
  { fiat: 'PHP', premium: 0.009, depth: 0.6, spread: 1.15, paymentMethods: ['GCash', 'Maya', 'Bank transfer', 'UnionBank'] },
  { fiat: 'THB', premium: 0.005, depth: 0.5, spread: 1.3, paymentMethods: ['Bank transfer', 'PromptPay', 'TrueMoney'] },
  { fiat: 'UAH', premium: 0.022, depth: 0.9, spread: 0.75, paymentMethods: ['Monobank', 'PrivatBank', 'PUMB', 'A-Bank'] },
  { fiat: 'UZS', premium: 0.028, depth: 0.5, spread: 1.9, paymentMethods: ['Uzcard', 'Humo', 'Payme', 'Click'] },
  { fiat: 'SAR', premium: 0.007, depth: 0.4, spread: 2.1, paymentMethods: ['Bank transfer', 'STC Pay', 'Al Rajhi Bank'] },
  { fiat: 'TWD', premium: 0.01, depth: 0.5, spread: 1.6, paymentMethods: ['Bank transfer', 'LINE Pay', 'JKOPAY'] },
  { fiat: 'HKD', premium: 0.004, depth: 0.5, spread: 1.25, paymentMethods: ['Bank transfer', 'FPS', 'PayMe', 'AlipayHK'] },
];

/** [coin, share of the trade, usual width between the best ads of the two sides] */
export const p2pCoins: readonly (readonly [coin: string, share: number, width: number])[] = [
  ['USDT', 1, 0.003],
  ['BTC', 0.35, 0.007],
  ['ETH', 0.3, 0.008],
  ['USDC', 0.35, 0.006],
  ['BNB', 0.15, 0.012],
  ['SOL', 0.15, 0.012],
  ['TON', 0.12, 0.014],
];

export const merchantWords = {
  first: [
    'Swift',
    'Blue',
    'Golden',
    'Quiet',
    'Prime',
    'North',
    'Silk',
    'Rapid',
    'Honest',
    'Lucky',
    'Silver',
    'Urban',
    'Bright',
    'Royal',
    'Green',
    'Solid',
  ],
  second: [
    'Harbor',
    'Fox',
    'Exchange',
    'Desk',
    'Market',
    'Bridge',
    'Falcon',
    'River',
    'Vault',
    'Trader',
    'Lotus',
    'Peak',
    'Cash',
    'Tiger',
    'Wallet',
    'Point',
  ],
} as const;
