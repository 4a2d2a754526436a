import type { ChainPayment, ResourceNeeds, ResourcePrices, Resources } from '../chain.ts';
import { FEE_LIMITS } from './encode.ts';

/** What one unit of energy costs at least where batches are split: the price of 2026, in sun. */
const ENERGY_PRICE = 100n;

/**
 * What a payment takes of the public network, where a busy token costs more than four times its base: by
 * public measurements a transfer from an allowance takes up to 156,000 for a payee without a balance, and an
 * approval 100,000. A payment with a fee has two transfers.
 */
const APPROVAL_ENERGY = 110_000n;
const PAYMENT_ENERGY = 340_000n;
/** What each payment adds to a batch; the proxy takes from the contract's unlimited allowance. */
const BATCHED_ENERGY = 150_000n;
/** The batch contract pulls the sum, and allows the proxy to take a token once. */
const BATCH_ENERGY = 280_000n;

/** Bytes of signed transactions and 64 that the network adds: measured, with a fee limit and a signature. */
const APPROVAL_BANDWIDTH = 345n;
const PAYMENT_BANDWIDTH = 540n;
const BATCH_BANDWIDTH = 620n;
const BATCHED_BANDWIDTH = 192n;

/** See `ResourceNeeds`: on the safe side, as running out of energy burns the fee limit. */
export const TRON_NEEDS: ResourceNeeds = {
  approval: { energy: APPROVAL_ENERGY, bandwidth: APPROVAL_BANDWIDTH },
  payment: {
    token: { energy: PAYMENT_ENERGY, bandwidth: PAYMENT_BANDWIDTH },
    native: { energy: 0n, bandwidth: PAYMENT_BANDWIDTH },
    conversion: { energy: PAYMENT_ENERGY, bandwidth: PAYMENT_BANDWIDTH },
  },
  batch: {
    base: { energy: BATCH_ENERGY, bandwidth: BATCH_BANDWIDTH },
    perToken: {},
    perPayment: (payment: ChainPayment) => ({
      energy: hasFee(payment) ? 2n * BATCHED_ENERGY : BATCHED_ENERGY,
      bandwidth: BATCHED_BANDWIDTH,
    }),
    max: energyWithin(ENERGY_PRICE),
    maxAt: ({ prices: { energy = 0n } }) =>
      energyWithin(energy > ENERGY_PRICE ? energy : ENERGY_PRICE),
  },
};

/** What the fee limit of a batch pays for at a price. */
function energyWithin(price: bigint): Resources {
  return { energy: FEE_LIMITS.paymentUnits / price };
}

function hasFee(payment: ChainPayment): boolean {
  return payment.kind !== 'conversion' && payment.feeUnits > 0n;
}

/** The kinds of resources of a wallet and their prices; bandwidth comes from two accounts. */
export interface TronResources {
  readonly energyPrice: bigint;
  readonly bandwidthPrice: bigint;
  /** What is staked and not used today. */
  readonly stakedEnergy: bigint;
  readonly stakedBandwidth: bigint;
  /** What is left of the day's free bytes. */
  readonly freeBandwidth: bigint;
}

/** The prices and free resources of a wallet as the port has them. */
export function resourcePrices(resources: TronResources): ResourcePrices {
  return {
    prices: { energy: resources.energyPrice, bandwidth: resources.bandwidthPrice },
    free: {
      energy: resources.stakedEnergy,
      bandwidth: resources.freeBandwidth,
      staked_bandwidth: resources.stakedBandwidth,
    },
  };
}

/**
 * See `Chain.networkFeeUnits`. Energy is taken from what is staked first. The bandwidth of a transaction is
 * staked, free or paid as a whole.
 */
export function tronNetworkFeeUnits(
  transactions: readonly Resources[],
  { prices, free = {} }: ResourcePrices,
): bigint {
  let units = 0n;
  let energyLeft = free['energy'] ?? 0n;
  const bandwidthLeft = [free['staked_bandwidth'] ?? 0n, free['bandwidth'] ?? 0n];
  for (const { energy = 0n, bandwidth = 0n } of transactions) {
    const covered = energy < energyLeft ? energy : energyLeft;
    energyLeft -= covered;
    units += (energy - covered) * (prices['energy'] ?? 0n);
    const from = bandwidthLeft.findIndex((left) => left >= bandwidth);
    if (from === -1) units += bandwidth * (prices['bandwidth'] ?? 0n);
    else bandwidthLeft[from] = (bandwidthLeft[from] ?? 0n) - bandwidth;
  }
  return units;
}
