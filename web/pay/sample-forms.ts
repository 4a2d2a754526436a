import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import {
  FIAT_HASHES,
  NO_FEE_ADDRESS,
  TRUSTED_CONTRACTS,
} from '../wallet/trusted-contracts.generated.ts';
import { PAYEE, VIEW } from './sample-states.ts';

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transferWithReferenceAndFee(address to, bytes paymentReference, uint256 fee, address feeAddress)',
  'struct Detail { address recipient; uint256 amount; address[] path; bytes paymentReference; uint256 fee; uint256 maxToSpend; uint256 maxRateTimespan; }',
  'struct Group { uint256 id; Detail[] details; }',
  'function batchPayments(Group[] groups, address[][] pathsToUsd, address feeAddress)',
]);
const TOKEN_ABI = parseAbi([
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
]);
const CONVERSION_ABI = parseAbi([
  'function transferFromWithReferenceAndFee(address to, uint256 amount, address[] path, bytes paymentReference, uint256 fee, address feeAddress, uint256 maxToSpend, uint256 maxRateTimespan)',
]);

const CONTRACTS = TRUSTED_CONTRACTS['sepolia'] ?? { feeProxy: '' };
const NOBODY = hex(NO_FEE_ADDRESS);
/** What the tests pay in. */
export const USDC = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
/** Who receives fees. */
export const COLLECTOR = '0x2222222222222222222222222222222222222222';
/** Who should receive nothing. */
export const THIEF = '0x6666666666666666666666666666666666666666';
/** What the payment of a link carries, and what its fee does. */
export const [REFERENCE, FEE_REFERENCE] = ['0x0011223344556677', '0x8899aabbccddeeff'] as const;
const EUR = hex(FIAT_HASHES['EUR']);
const USD = hex(FIAT_HASHES['USD']);

/** A call as the API hands it out. */
export interface WireCall {
  readonly to: string;
  readonly data: Hex;
  readonly value: string;
}

interface Parts {
  readonly to?: Hex;
  readonly payee?: Hex;
  readonly amount?: bigint;
  readonly reference?: Hex;
  readonly fee?: bigint;
  readonly feeAddress?: Hex;
}

/** An approval of a contract. */
export function approval(spender: string | undefined, units: bigint, token: Hex = USDC): WireCall {
  const args = [hex(spender), units] as const;
  const data = encodeFunctionData({ abi: ABI, functionName: 'approve', args });
  return { to: token, data, value: '0x0' };
}

/** A payment in USDC through the fee proxy. */
export function tokenCall(parts: Parts & { readonly token?: Hex } = {}): WireCall {
  const { payee = PAYEE, amount = 12_500_000n, reference = REFERENCE, token = USDC } = parts;
  const { fee = 0n, feeAddress = NOBODY, to = hex(CONTRACTS.feeProxy) } = parts;
  const data = encodeFunctionData({
    abi: TOKEN_ABI,
    args: [token, payee, amount, reference, fee, feeAddress],
  });
  return { to, data, value: '0x0' };
}

/** A payment of a quarter of a coin. */
export function nativeCall(parts: Parts & { readonly value?: bigint } = {}): WireCall {
  const { payee = PAYEE, reference = REFERENCE, fee = 0n, feeAddress = NOBODY } = parts;
  const { to = hex(CONTRACTS.nativeProxy), value = 25n * 10n ** 16n } = parts;
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'transferWithReferenceAndFee',
    args: [payee, reference, fee, feeAddress],
  });
  return { to, data, value: `0x${value.toString(16)}` };
}

interface ConversionParts extends Parts {
  readonly path?: readonly Hex[];
  readonly maxToSpend?: bigint;
}

/** A payment of ten euros in USDC, which takes eleven of them and a slippage of a percent. */
export function conversionCall(parts: ConversionParts = {}): WireCall {
  const { payee = PAYEE, amount = 1_000_000_000n, reference = REFERENCE, fee = 0n } = parts;
  const { feeAddress = NOBODY, to = hex(CONTRACTS.conversionProxy) } = parts;
  const { path = [EUR, USD, USDC], maxToSpend = 11_110_000n } = parts;
  const data = encodeFunctionData({
    abi: CONVERSION_ABI,
    args: [payee, amount, path, reference, fee, feeAddress, maxToSpend, 90_000n],
  });
  return { to, data, value: '0x0' };
}

/** A link over a coin. */
export const NATIVE_VIEW = {
  ...VIEW,
  amount: (25n * 10n ** 16n).toString(),
  paymentCurrency: 'ETH-sepolia-sepolia',
};

const CONVERSION = {
  invoiceCurrency: 'EUR',
  invoiceAmount: '10',
  maxAmount: '11110000',
  conversionRate: '0.90909090',
  rateTimestamp: '2026-01-02T03:04:05.000Z',
  isStale: false,
};

/** A link over an invoice in euros. */
export const CONVERSION_VIEW = { ...VIEW, amount: '11000000', conversion: CONVERSION };

/** One payment inside a batch. */
export interface BatchDetail {
  readonly recipient: Hex;
  readonly amount: bigint;
  readonly path: readonly Hex[];
  readonly paymentReference: Hex;
  readonly fee: bigint;
  readonly maxToSpend: bigint;
  readonly maxRateTimespan: bigint;
}

/** The payments of the batch of the tests, by the contract's kinds. */
export const DETAILS = {
  conversion: {
    recipient: PAYEE,
    amount: 1_000_000_000n,
    path: [EUR, USD, USDC],
    paymentReference: '0x0000000000000001',
    fee: 0n,
    maxToSpend: 11_110_000n,
    maxRateTimespan: 90_000n,
  },
  token: {
    recipient: COLLECTOR,
    amount: 3_000_000n,
    path: [USDC],
    paymentReference: '0x0000000000000002',
    fee: 0n,
    maxToSpend: 0n,
    maxRateTimespan: 0n,
  },
  native: {
    recipient: PAYEE,
    amount: 10n ** 17n,
    path: [],
    paymentReference: '0x0000000000000003',
    fee: 0n,
    maxToSpend: 0n,
    maxRateTimespan: 0n,
  },
} as const satisfies Record<string, BatchDetail>;

/** The same payments as the page is shown them, one of them paid already. */
export const BATCH_VIEW = {
  paymentType: 'batch',
  network: 'sepolia',
  requestIds: ['1', '2', '3', '4'],
  payees: [COLLECTOR, PAYEE, PAYEE, PAYEE],
  amounts: ['3000000', (10n ** 17n).toString(), '11000000', '0'],
  paymentCurrencies: ['USDC-sepolia', 'ETH-sepolia-sepolia', 'USDC-sepolia', 'USDC-sepolia'],
  destinations: [null, null, null, null],
  paymentReferences: [
    '0x0000000000000002',
    '0x0000000000000003',
    '0x0000000000000001',
    '0x0000000000000004',
  ],
  conversions: [null, null, CONVERSION, null],
};

interface BatchParts {
  readonly conversion?: readonly BatchDetail[];
  readonly token?: readonly BatchDetail[];
  readonly native?: readonly BatchDetail[];
  readonly to?: string | undefined;
  readonly value?: bigint;
  readonly feeAddress?: Hex;
}

export function batchCall(parts: BatchParts = {}): WireCall {
  const { to = CONTRACTS.batch ?? '', value = 10n ** 17n, feeAddress = NOBODY } = parts;
  const groups = [
    { id: 0n, details: parts.conversion ?? [DETAILS.conversion] },
    { id: 1n, details: parts.token ?? [DETAILS.token] },
    { id: 3n, details: parts.native ?? [DETAILS.native] },
  ].filter(({ details }) => details.length > 0);
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'batchPayments',
    args: [groups, [], feeAddress],
  });
  return { to, data, value: `0x${value.toString(16)}` };
}

function hex(text: string | undefined): Hex {
  return `0x${(text ?? '').slice(2)}`;
}
