import { encodeFunctionData, parseAbi } from 'viem';
import type { Answer } from '../engine/request.ts';
import type { Wallet } from '../wallet/provider.ts';
import { NO_FEE_ADDRESS, TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import type { PageEvent, PageState } from './page-state.ts';
import { nextState } from './transitions.ts';

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
]);
/** Whom the link of the tests pays. */
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Who pays it. */
export const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TOKEN = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
/** Its chain. */
export const SEPOLIA = 11_155_111;
/** A transaction. */
export const HASH = `0x${'5e'.repeat(32)}`;
const PROXY = TRUSTED_CONTRACTS['sepolia']?.feeProxy;

/** The display data of a link over 12.5 USDC on Sepolia. */
export const VIEW = {
  paymentType: 'single',
  payee: PAYEE,
  network: 'sepolia',
  amount: '12500000',
  paymentCurrency: 'USDC-sepolia',
  reference: 'INV-77',
  paymentReference: '0x0011223344556677',
  redirectUrl: 'https://shop.example/',
};
/** The same with its payee masked. */
export const MASKED = { ...VIEW, payee: '0x****…****', isPayeeAddressMasked: true };
/** A payment that is shown to wallets that may pay only. */
export const HIDDEN = {
  paymentType: 'single',
  status: 'pending',
  redirectUrl: null,
  branding: null,
};
/** The link as the API shows it. */
export const viewed: Answer = { status: 200, body: VIEW };
/** The link once it was paid. */
export const completed: Answer = {
  status: 409,
  body: { status: 'completed', requestStatuses: [{ txHash: HASH }] },
};

/** The call that pays it. */
export const PAY = {
  to: PROXY,
  data: encodeFunctionData({
    abi: ABI,
    functionName: 'transferFromWithReferenceAndFee',
    args: [TOKEN, PAYEE, 12_500_000n, '0x0011223344556677', 0n, asAddress(NO_FEE_ADDRESS)],
  }),
  value: '0x0',
};
/** The approval before it. */
export const APPROVE = {
  to: TOKEN,
  data: encodeFunctionData({
    abi: ABI,
    functionName: 'approve',
    args: [asAddress(PROXY), 12_500_000n],
  }),
  value: '0x0',
};

/** The one wallet of the tests. */
export const WALLET: Wallet = { id: 'example.rabbit', name: 'Rabbit', icon: undefined };

function asAddress(text: string | undefined): `0x${string}` {
  return `0x${(text ?? '').slice(2)}`;
}

/** An answer with these transactions. */
export function calldata(transactions: readonly unknown[], metadata: object = {}): Answer {
  return { status: 200, body: { transactions, metadata, paymentReference: '0x0011223344556677' } };
}

/** The event of prepared calldata, with the page's own check. */
export function prepared(answer: Answer): PageEvent {
  return { type: 'prepared', answer, check: checkCalldata };
}

/** The page state after several events. */
export function walk(from: PageState, events: readonly PageEvent[]): PageState {
  return events.reduce(nextState, from);
}

/** From the first screen to a connected wallet. */
export const connected: readonly PageEvent[] = [
  { type: 'wallets_found', wallets: [WALLET] },
  { type: 'wallet_picked', wallet: WALLET },
  { type: 'connected', address: PAYER, chainId: SEPOLIA },
];
/** The same up to the review. */
export const toReview: readonly PageEvent[] = [...connected, prepared(calldata([PAY]))];
/** The same up to a payment that was sent. */
export const toConfirming: readonly PageEvent[] = [
  ...toReview,
  { type: 'go' },
  { type: 'sent', hash: HASH, now: 1_000 },
];
