import { CONTRACTS } from './contracts.ts';

/**
 * One example payment, shown by every part of the API description: 12.5 USDC on Base with a fee of
 * 2.5 % on top. Nobody has keys for its addresses, and its transaction is on no chain.
 */
export const SAMPLE_PAYMENT = {
  token: '01KC9V3GJ0T5W8XQ2ZB7MH4RYN',
  requestId: '01745df45c45ad1ff021b7f5a0f35b22b7f3ed07c04d4c4ce0fb243edbab3a0ea7',
  paymentReference: '0x0011223344556677',
  reference: 'INV-77',
  network: 'base',
  sourceChain: 'BASE',
  currencyId: 'USDC-base',
  symbol: 'USDC',
  nativeSymbol: 'ETH',
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payee: '0x1111111111111111111111111111111111111111',
  interopAddress: '0x1111111111111111111111111111111111111111@eip155:8453#34790435',
  destinationId:
    '0x1111111111111111111111111111111111111111@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payer: '0x2222222222222222222222222222222222222222',
  feePercentage: '2.5',
  feeAddress: '0x3333333333333333333333333333333333333333',
  /** Human decimals. */
  amount: '12.5',
  fee: '0.3125',
  total: '12.8125',
  /** The same in smallest units. */
  amountUnits: '12500000',
  totalUnits: '12812500',
  transactionHash: '0x9c2f6a5be0d14738c1f7a3905e6db482f0b7c9d81e3a4562907fd6c8b1e5a034',
  explorerUrl:
    'https://basescan.org/tx/0x9c2f6a5be0d14738c1f7a3905e6db482f0b7c9d81e3a4562907fd6c8b1e5a034',
  clientId: 'cli_9T0mHMw7jSsL6MMXtas5Nbu2',
  origin: 'https://shop.example',
  redirectUrl: 'https://shop.example/orders/77',
  redirectLabel: 'Back to the shop',
  createdAt: '2026-01-02T03:04:05.000Z',
  paidAt: '2026-01-02T03:09:41.000Z',
  expiresAt: '2026-01-09T03:04:05.000Z',
  /** The block that holds it, and the newest one ten blocks later. */
  seen: { blockNumber: 40_236_197, at: '2026-01-02T03:09:42.000Z' },
  confirmed: { blockNumber: 40_236_206, at: '2026-01-02T03:10:00.000Z' },
} as const;

/**
 * What the sandbox's own payee is paid as: a request with it works when it is sent to any sandbox.
 * Its key is public, so it stands on a test network only.
 */
export const SAMPLE_DESTINATION_ID =
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8@eip155:11155111#121DA093:0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';

/** A payout to the sandbox's own payee, which works when it is sent to any sandbox. */
export const TEST_PAYOUT = {
  recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  creatorWalletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  network: 'sepolia',
  currency: 'USDC-sepolia',
  amount: '5',
  reference: 'SALARY-11',
} as const;

const proxy = CONTRACTS[SAMPLE_PAYMENT.network].erc20FeeProxy;
const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0');
const units = (decimal: string) => word(BigInt(decimal).toString(16));

/** The two transactions that pay {@link SAMPLE_PAYMENT}: `approve`, then the fee proxy's call. */
export const SAMPLE_TRANSACTIONS = [
  {
    to: SAMPLE_PAYMENT.tokenAddress,
    data: `0x095ea7b3${word(proxy)}${units(SAMPLE_PAYMENT.totalUnits)}`,
    value: '0x0',
  },
  {
    to: proxy,
    data: [
      '0xc219a14d',
      word(SAMPLE_PAYMENT.tokenAddress),
      word(SAMPLE_PAYMENT.payee),
      units(SAMPLE_PAYMENT.amountUnits),
      // Where the reference's bytes begin: behind six words.
      units('192'),
      units('312500'),
      word(SAMPLE_PAYMENT.feeAddress),
      units('8'),
      SAMPLE_PAYMENT.paymentReference.slice(2).padEnd(64, '0'),
    ].join(''),
    value: '0x0',
  },
];

/** The step of a sample route. */
export const SAMPLE_STEP = {
  id: `ARBITRUM_USDT_${SAMPLE_PAYMENT.payer}`,
  type: 'lifi',
  tool: 'across',
  action: { toChainId: 8453, toAddress: proxy },
};
