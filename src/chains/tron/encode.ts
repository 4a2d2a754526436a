import { type Abi, encodeFunctionData, prepareEncodeFunctionData } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import { Bug, invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BatchStep, Call, ChainPayment, Spender, TransactionStep } from '../chain.ts';
import { bytesOfAddress } from './address.ts';

const REFERENCE = /^0x[0-9a-fA-F]{16}$/;
/** One TRX in sun. */
const TRX = 1_000_000n;

/** What transactions of each kind may burn for energy at most, in sun, as their prepared bytes say. */
export const FEE_LIMITS = { approvalUnits: 100n * TRX, paymentUnits: 300n * TRX } as const;

/** A function of a contract, its selector computed once. */
export const contractFunction = (abi: Abi, functionName: string) =>
  prepareEncodeFunctionData({ abi, functionName });
const approve = contractFunction(erc20Abi, 'approve');
const pay = contractFunction(erc20FeeProxyAbi, 'transferFromWithReferenceAndFee');
const payBatch = contractFunction(tronBatchPaymentsAbi, 'batchERC20PaymentsWithReference');

/** The contracts of a Tron network that transactions call, in Base58. */
export interface TronContracts {
  readonly feeProxy: string;
  readonly batch: string | undefined;
}

/** The contracts of a network, from the catalog. */
export function tronContracts({ id }: Network): TronContracts {
  const { erc20FeeProxy, erc20BatchPayments } = CONTRACTS[id];
  return { feeProxy: erc20FeeProxy, batch: erc20BatchPayments };
}

/** The contract that takes tokens from the payer. */
export function spenderAddress({ feeProxy, batch }: TronContracts, spender: Spender): string {
  if (typeof spender !== 'string') return spender.account;
  const address = { fee_proxy: feeProxy, batch, conversion_proxy: undefined, bridge: undefined }[
    spender
  ];
  invariant(address !== undefined, `the network has no contract for the spender ${spender}`);
  return address;
}

/** The call of a step, and what it may burn for energy. */
export interface LimitedCall extends Call {
  readonly feeLimit: bigint;
}

/** Encodes a step as the call of its contract, whose address is in Base58. */
export function encodeStep(contracts: TronContracts, step: TransactionStep): LimitedCall {
  switch (step.type) {
    case 'approval': {
      const spender = bytesOfAddress(spenderAddress(contracts, step.spender));
      const data = encode(approve, [spender, step.units]);
      return { to: step.tokenAddress, data, valueUnits: 0n, feeLimit: FEE_LIMITS.approvalUnits };
    }
    case 'permit':
    case 'pull':
      throw new Bug('wallets of the network pay with their own tokens');
    case 'payment': {
      const data = encodePayment(step.payment);
      return { to: contracts.feeProxy, data, valueUnits: 0n, feeLimit: FEE_LIMITS.paymentUnits };
    }
    case 'batch': {
      invariant(contracts.batch !== undefined, 'the network has no batch contract');
      const data = encodeBatch(step);
      return { to: contracts.batch, data, valueUnits: 0n, feeLimit: FEE_LIMITS.paymentUnits };
    }
  }
}

function encodePayment(payment: ChainPayment): Hex {
  invariant(payment.kind === 'token', `the network takes no payment of the kind ${payment.kind}`);
  return encode(pay, [
    bytesOfAddress(payment.tokenAddress),
    bytesOfAddress(payment.payeeAddress),
    payment.amountUnits,
    referenceArgument(payment.paymentReference),
    payment.feeUnits,
    bytesOfAddress(payment.feeAddress),
  ]);
}

/**
 * The contract pays in one token here, and all its fees to one receiver under the references of their
 * payments: a fee with a reference of its own is a payment like the others.
 */
function encodeBatch({ payments, feeAddress, extraValueUnits }: BatchStep): Hex {
  invariant(extraValueUnits === 0n, 'a batch takes no coins along');
  const items = payments.map((payment) => {
    invariant(payment.kind === 'token', `a batch takes no payment of the kind ${payment.kind}`);
    const isOneReceiver = payment.feeUnits === 0n || payment.feeAddress === feeAddress;
    invariant(isOneReceiver, 'the fees of a batch have one receiver');
    return payment;
  });
  const [first] = items;
  invariant(first !== undefined, 'a batch without payments');
  const isOneToken = items.every(({ tokenAddress }) => tokenAddress === first.tokenAddress);
  invariant(isOneToken, 'a batch pays in one token');
  return encode(payBatch, [
    bytesOfAddress(first.tokenAddress),
    items.map(({ payeeAddress }) => bytesOfAddress(payeeAddress)),
    items.map(({ amountUnits }) => amountUnits),
    items.map(({ paymentReference }) => referenceArgument(paymentReference)),
    items.map(({ feeUnits }) => feeUnits),
    bytesOfAddress(feeAddress),
  ]);
}

function referenceArgument(paymentReference: Hex): Hex {
  invariant(REFERENCE.test(paymentReference), `${paymentReference} is not a reference of 8 bytes`);
  return paymentReference;
}

/** The data of a call. Arguments that do not fit the function are our fault. */
export function encode(
  { abi, functionName }: ReturnType<typeof contractFunction>,
  args: readonly unknown[],
): Hex {
  try {
    return encodeFunctionData({ abi, functionName, args });
  } catch (error) {
    throw new Bug('arguments do not fit the function of a contract', { cause: error });
  }
}
