import type { TronHex } from './address.ts';

/** What of a resource an account used, and when; it comes back evenly over a day. */
export interface Usage {
  readonly units: bigint;
  readonly atMs: number;
}

/** What the chain knows of an account beside its balance. Only activated accounts have such a row. */
export interface AccountState {
  readonly createdAtMs: number;
  readonly latestOperationMs: number;
  readonly freeBandwidth: Usage;
  readonly stakedBandwidth: Usage;
  readonly bandwidthLimit: bigint;
  readonly energy: Usage;
  readonly energyLimit: bigint;
}

/** The activated accounts of a state of the chain. */
export type Accounts = ReadonlyMap<TronHex, AccountState>;

/** Prices and limits that voters set, in sun, under the names of `getchainparameters`. */
export const PARAMETERS = {
  getMaintenanceTimeInterval: 21_600_000n,
  getCreateAccountFee: 100_000n,
  getTransactionFee: 1_000n,
  getCreateNewAccountFeeInSystemContract: 1_000_000n,
  getCreateNewAccountBandwidthRate: 1n,
  getEnergyFee: 100n,
  getMaxCpuTimeOfOneTx: 80n,
  getMultiSignFee: 1_000_000n,
  getFreeNetLimit: 600n,
  getMaxFeeLimit: 15_000_000_000n,
  getMemoFee: 1_000_000n,
  getAllowDynamicEnergy: 0n,
} as const;

/** Used resources come back evenly over a day, a slot of three seconds at a time. */
const SLOT_MS = 3_000n;
const SLOTS_PER_DAY = 28_800n;

/** An account that was just activated. */
export function newAccount(nowMs: number): AccountState {
  const unused = { units: 0n, atMs: nowMs };
  return {
    createdAtMs: nowMs,
    latestOperationMs: 0,
    freeBandwidth: unused,
    stakedBandwidth: unused,
    bandwidthLimit: 0n,
    energy: unused,
    energyLimit: 0n,
  };
}

/** What of a resource is still used up at a time. */
export function usedAt({ units, atMs }: Usage, nowMs: number): bigint {
  const slots = BigInt(Math.max(0, nowMs - atMs)) / SLOT_MS;
  return slots >= SLOTS_PER_DAY ? 0n : (units * (SLOTS_PER_DAY - slots)) / SLOTS_PER_DAY;
}

/** The usage after some more of a resource. */
function addUsage(usage: Usage, units: bigint, nowMs: number): Usage {
  return { units: usedAt(usage, nowMs) + units, atMs: nowMs };
}

/** How the bytes of a transaction are paid: all of them in one way. */
export interface BandwidthCharge {
  readonly account: AccountState;
  /** Bytes covered by staked or free bandwidth. */
  readonly usage: bigint;
  /** TRX burned for them, in sun. */
  readonly fee: bigint;
}

/** Charges bytes to staked bandwidth, else to the free one, else in TRX. */
export function chargeBandwidth(
  account: AccountState,
  bytes: bigint,
  nowMs: number,
): BandwidthCharge {
  if (usedAt(account.stakedBandwidth, nowMs) + bytes <= account.bandwidthLimit) {
    const stakedBandwidth = addUsage(account.stakedBandwidth, bytes, nowMs);
    return { account: { ...account, stakedBandwidth }, usage: bytes, fee: 0n };
  }
  if (usedAt(account.freeBandwidth, nowMs) + bytes <= PARAMETERS.getFreeNetLimit) {
    const freeBandwidth = addUsage(account.freeBandwidth, bytes, nowMs);
    return { account: { ...account, freeBandwidth }, usage: bytes, fee: 0n };
  }
  return { account, usage: 0n, fee: bytes * PARAMETERS.getTransactionFee };
}

/** What of the account's staked energy is left. */
function stakedEnergyLeft(account: AccountState, nowMs: number): bigint {
  const left = account.energyLimit - usedAt(account.energy, nowMs);
  return left > 0n ? left : 0n;
}

/**
 * What a call may use: what the account can pay for, and no more than its fee limit buys. The fee limit
 * bounds staked energy too.
 */
export function energyLimitOf(
  account: AccountState,
  { balance, feeLimit, nowMs }: { balance: bigint; feeLimit: bigint; nowMs: number },
): bigint {
  const affordable = stakedEnergyLeft(account, nowMs) + balance / PARAMETERS.getEnergyFee;
  const allowed = feeLimit / PARAMETERS.getEnergyFee;
  return affordable < allowed ? affordable : allowed;
}

/** How the energy of a call is paid. */
export interface EnergyCharge {
  readonly account: AccountState;
  /** Energy covered by stake. */
  readonly usage: bigint;
  /** TRX burned for the rest, in sun. */
  readonly fee: bigint;
}

/** Charges energy to the stake first and in TRX for the rest. */
export function chargeEnergy(account: AccountState, energy: bigint, nowMs: number): EnergyCharge {
  const left = stakedEnergyLeft(account, nowMs);
  const usage = energy < left ? energy : left;
  return {
    account:
      usage === 0n ? account : { ...account, energy: addUsage(account.energy, usage, nowMs) },
    usage,
    fee: (energy - usage) * PARAMETERS.getEnergyFee,
  };
}
