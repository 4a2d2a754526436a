import type { ChainPayment, ResourceNeeds, ResourcePrices, Resources } from '../chain.ts';
import { bytesInBatch } from './encode-batch.ts';

/** The bytes of a signed transaction besides its calldata: numbers, addresses, a signature, and a margin. */
const ENVELOPE_BYTES = 300n;
/** What the batch contract's calldata has beside the payments: a head and up to three groups. */
const CALL_BYTES = 1_000n;

/** Networks cap a transaction near 16.7 million gas, and a local node may not notice. */
const TRANSACTION_GAS_MAX = 15_000_000n;
/** Nodes refuse transactions above 128 kB. */
const TRANSACTION_BYTES_MAX = 120_000n;

const GAS_OF_BATCHED = { token: 65_000n, native: 65_000n, conversion: 130_000n };

/**
 * Measured on a node with the published bytecode, with fee receivers and payees without any balance: an approval takes 46,000, a payment
 * 95,000, one in coins 74,000 and a conversion over three currencies 143,000; in a batch each adds 44,000, 59,000 and 76,000 to
 * 100,000 for its first token. The rest is for upgradable tokens (10,000 a transfer), price feeds, and coins that open two accounts.
 */
export const EVM_NEEDS: ResourceNeeds = {
  approval: { gas: 60_000n },
  payment: {
    token: { gas: 130_000n },
    native: { gas: 110_000n },
    conversion: { gas: 230_000n },
  },
  batch: {
    base: { gas: 60_000n, bytes: ENVELOPE_BYTES + CALL_BYTES },
    perToken: { gas: 90_000n },
    perPayment: (payment: ChainPayment) => ({
      gas: GAS_OF_BATCHED[payment.kind],
      bytes: BigInt(bytesInBatch(payment)),
    }),
    max: { gas: TRANSACTION_GAS_MAX, bytes: TRANSACTION_BYTES_MAX },
  },
};

/** See `Chain.networkFeeUnits`: nothing is free on an EVM network, so each kind is its amount times its price. */
export function evmNetworkFeeUnits(
  transactions: readonly Resources[],
  { prices }: ResourcePrices,
): bigint {
  return transactions
    .flatMap((resources) => Object.entries(resources))
    .reduce((sum, [kind, amount]) => sum + amount * (prices[kind] ?? 0n), 0n);
}
