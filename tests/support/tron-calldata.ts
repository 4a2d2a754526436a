import { TronWeb, utils } from 'tronweb';
import { encodeFunctionData, parseAbi } from 'viem';

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
  'function batchERC20PaymentsWithReference(address token, address[] recipients, uint256[] amounts, bytes[] paymentReferences, uint256[] fees, address feeAddress)',
]);

/** Contracts and accounts in Base58; the accounts are those of the sandbox. */
export const TRON = {
  usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  usdc: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  proxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
  batch: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
  payer: TronWeb.address.fromHex('41f39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
  payee: TronWeb.address.fromHex('4170997970c51812dc3a010c7d01b50e0d17dc79c8'),
  feeReceiver: TronWeb.address.fromHex('4190f79bf6eb2c4f870365e785982e1f101e93b906'),
  platform: TronWeb.address.fromHex(`41${'55'.repeat(20)}`),
  thief: TronWeb.address.fromHex(`41${'66'.repeat(20)}`),
  dead: TronWeb.address.fromHex(`41${'dead'.padStart(40, '0')}`),
} as const;

export const TRON_REFERENCE = '0x0011223344556677';
export const TRON_FEE_REFERENCE = '0x8899aabbccddeeff';
/** 12.50 USDT. */
export const TRON_AMOUNT = 12_500_000n;

const bytesOf = (base58: string): `0x${string}` =>
  `0x${TronWeb.address.toHex(base58).slice(2).toLowerCase()}`;

/** What an element of calldata is made from. */
export interface TronParts {
  readonly contract: string;
  readonly data: `0x${string}`;
  readonly owner?: string;
  readonly feeLimitSun?: number;
  readonly timestampMs?: number;
  readonly validMs?: number;
  readonly visible?: boolean;
  /** Changes of the raw data, of its contract and of what that calls. */
  readonly raw?: object;
  readonly contractChanges?: object;
  readonly value?: object;
}

const MINUTE_MS = 60_000;

/** An element as the API hands it out: a call, and the transaction that TronWeb makes of it. */
function tronElement(parts: TronParts) {
  const { contract, data, owner = TRON.payer, visible = false } = parts;
  const { feeLimitSun = 300_000_000, timestampMs = Date.now(), validMs = 5 * MINUTE_MS } = parts;
  const write = (base58: string) => (visible ? base58 : TronWeb.address.toHex(base58));
  const called = { owner_address: write(owner), contract_address: write(contract) };
  const raw_data = {
    contract: [
      {
        parameter: {
          value: { data: data.slice(2), ...called, ...parts.value },
          type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
        },
        type: 'TriggerSmartContract',
        ...parts.contractChanges,
      },
    ],
    ref_block_bytes: '91a4',
    ref_block_hash: '2bfcd3bb597f3d40',
    expiration: timestampMs + validMs,
    timestamp: timestampMs,
    fee_limit: feeLimitSun,
    ...parts.raw,
  };
  const message = utils.transaction.txJsonToPb({ visible, txID: '', raw_data_hex: '', raw_data });
  const raw_data_hex = utils.transaction.txPbToRawDataHex(message).toLowerCase();
  const txID = utils.transaction.txPbToTxID(message).replace(/^0x/, '');
  return { to: contract, data, value: '0x0', txID, raw_data, raw_data_hex, visible };
}

/** The values of a payment through the fee proxy. */
interface PaymentValues {
  readonly token: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly reference: `0x${string}`;
  readonly fee: bigint;
  readonly feeAddress: string;
}

/** A payment with changes of its values and of the transaction around it. */
export function tronPayment(changes: Partial<PaymentValues> = {}, parts: Partial<TronParts> = {}) {
  const values = {
    token: TRON.usdt,
    payee: TRON.payee,
    amount: TRON_AMOUNT,
    reference: TRON_REFERENCE,
    fee: 0n,
    feeAddress: TRON.dead,
    ...changes,
  } as const;
  const { token, payee, amount, reference, fee, feeAddress } = values;
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'transferFromWithReferenceAndFee',
    args: [bytesOf(token), bytesOf(payee), amount, reference, fee, bytesOf(feeAddress)],
  });
  return tronElement({ contract: TRON.proxy, data, ...parts });
}

/** An approval with changes. */
export function tronApproval(
  changes: { readonly spender?: string; readonly units?: bigint } = {},
  parts: Partial<TronParts> = {},
) {
  const { spender = TRON.proxy, units = TRON_AMOUNT } = changes;
  const args = [bytesOf(spender), units] as const;
  const data = encodeFunctionData({ abi: ABI, functionName: 'approve', args });
  return tronElement({ contract: TRON.usdt, data, feeLimitSun: 100_000_000, ...parts });
}

/** One payment of the batch contract. */
export interface TronItem {
  readonly payee: string;
  readonly amount: bigint;
  readonly reference: `0x${string}`;
  readonly fee?: bigint;
}

/** A call of the batch contract, by default of a payment and its fee. */
export function tronBatch(
  items: readonly TronItem[] = [
    { payee: TRON.payee, amount: TRON_AMOUNT - 250_000n, reference: TRON_REFERENCE },
    { payee: TRON.feeReceiver, amount: 250_000n, reference: TRON_FEE_REFERENCE },
  ],
  changes: { readonly token?: string; readonly feeAddress?: string } = {},
  parts: Partial<TronParts> = {},
) {
  const { token = TRON.usdt, feeAddress = TRON.dead } = changes;
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'batchERC20PaymentsWithReference',
    args: [
      bytesOf(token),
      items.map(({ payee }) => bytesOf(payee)),
      items.map(({ amount }) => amount),
      items.map(({ reference }) => reference),
      items.map(({ fee = 0n }) => fee),
      bytesOf(feeAddress),
    ],
  });
  return tronElement({ contract: TRON.batch, data, ...parts });
}

/** The display data of a link over 12.50 USDT on Tron, with changes. */
export function tronView(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    paymentType: 'single',
    status: 'pending',
    redirectUrl: 'https://shop.example/orders/77',
    redirectLabel: 'Back to the shop',
    branding: null,
    requestIds: [`01${'ab'.repeat(32)}`],
    payee: TRON.payee,
    network: 'tron',
    amount: TRON_AMOUNT.toString(),
    paymentCurrency: 'USDT-tron',
    isNativeCurrency: false,
    destination: {
      destinationId: `${TRON.payee}@eip155:728126428#ABCDEF01:${TRON.usdt}`,
      payeeAddress: `${TRON.payee}@eip155:728126428#ABCDEF01`,
      tokenAddress: TRON.usdt,
      walletAddress: TRON.payee,
      network: 'tron',
    },
    reference: 'INV-2026-77',
    isPayeeAddressMasked: false,
    feePlan: null,
    paymentReference: TRON_REFERENCE,
    flow: 'incoming',
    ...changes,
  };
}

/** A fee that the payee bears, as the view announces it. */
export const TRON_FEE_PLAN = {
  fees: [
    {
      type: 'orchestrator_fee',
      label: 'Platform fee',
      feeBearer: 'payee',
      percentageBps: 200,
      capUsd: null,
      calculatedAmountUsd: '0.25',
      destinationRef: { tronAddress: TRON.feeReceiver },
    },
  ],
};

/** The same fee as calldata lists it. */
export const TRON_FEE_BUNDLE = {
  fees: [
    {
      feeType: 'orchestrator_fee',
      feeLabel: 'Platform fee',
      feeBearer: 'payee',
      amount: '0.25',
      recipient: TRON.feeReceiver,
      paymentReference: TRON_FEE_REFERENCE,
    },
  ],
};

/** A calldata body around transactions, with changes of its metadata and of itself. */
export function tronCalldata(
  transactions: readonly unknown[] = [tronPayment()],
  metadata: Readonly<Record<string, unknown>> = {},
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    paymentType: 'single',
    transactions,
    eoaApprovalTransactions: [],
    feeBundle: null,
    metadata: {
      stepsRequired: transactions.length,
      needsApproval: transactions.length > 1,
      paymentTransactionIndex: transactions.length - 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      balance: '1000000000000',
      estimatedNetworkFee: '13.844500',
      approvalFeeLimit: '100000000',
      paymentFeeLimit: '300000000',
      routeType: 'samechain',
      ...metadata,
    },
    paymentReference: TRON_REFERENCE,
    flow: 'incoming',
    ...changes,
  };
}
