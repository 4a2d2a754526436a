import { member } from '../engine/members.ts';
import { sameAddress } from '../ui/address.ts';
import { decodeApproval } from '../wallet/calldata.ts';
import { instalmentUnits, type Schedule } from './schedule.ts';

/** An allowance that the payer sets, and the call that sets it, as the page made it. */
export interface Approval {
  readonly units: bigint;
  readonly call: { readonly to: string; readonly data: string; readonly value: '0x0' };
}

const APPROVE_SELECTOR = '095ea7b3';

/** The call that lets the contract of a schedule take so many units of the token in all. */
function approvalOf({ token, contract }: Schedule, units: bigint): Approval {
  const words = [BigInt(contract), units].map((value) => value.toString(16).padStart(64, '0'));
  const data = `0x${APPROVE_SELECTOR}${words.join('')}`;
  return { units, call: { to: token.address, data, value: '0x0' } };
}

/** What the contract has to be allowed for the payments of this schedule that are left, and for the others of the payer. */
export function neededUnits(schedule: Schedule): bigint {
  return instalmentUnits(schedule) * BigInt(schedule.left) + schedule.otherUnits;
}

/**
 * Decodes the approvals that come before the signature: none, exactly what is needed, or that after the allowance is cleared.
 * `undefined` is anything else: another token or contract, another size, or coins that go along.
 */
export function checkApprovals(schedule: Schedule): readonly Approval[] | undefined {
  return checkSet(schedule, schedule.transactions, neededUnits(schedule));
}

/**
 * Decodes what lowers the allowance of a stopped schedule to what the other schedules of the payer need. None of it may end at
 * what the contract may take now, or at more.
 */
export function checkLowering(
  schedule: Schedule,
  allowanceUnits: bigint,
): readonly Approval[] | undefined {
  const approvals = checkSet(schedule, schedule.loweringTransactions, schedule.otherUnits);
  const isLower = approvals?.every(({ units }) => units < allowanceUnits);
  return isLower === true ? approvals : undefined;
}

/** Approvals that end at exactly so many units; before them the allowance may be cleared, and nothing else. */
function checkSet(
  schedule: Schedule,
  transactions: readonly unknown[],
  lastUnits: bigint,
): readonly Approval[] | undefined {
  const found = transactions.map((call) => readUnits(schedule, call));
  const units = found.filter((one) => one !== undefined);
  if (units.length !== found.length || units.length > 2) return undefined;
  if (units.length > 0 && units.at(-1) !== lastUnits) return undefined;
  if (units.length === 2 && units[0] !== 0n) return undefined;
  return units.map((one) => approvalOf(schedule, one));
}

/** What a call allows the contract of the schedule, where it is that and nothing else. */
function readUnits({ token, contract }: Schedule, call: unknown): bigint | undefined {
  const [to, data, value] = ['to', 'data', 'value'].map((name) => member(call, name));
  if (typeof to !== 'string' || typeof data !== 'string' || !isZero(value)) return undefined;
  const approval = decodeApproval(data);
  const isOurs = sameAddress(to, token.address) && sameAddress(approval?.spender, contract);
  return isOurs ? approval?.units : undefined;
}

function isZero(value: unknown): boolean {
  return value === 0 || value === '0' || value === '0x0' || value === '0x00';
}
