import { decodeEventLog, type Log, toEventSelector, zeroAddress } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import type { Hex } from '#kit/hex.ts';

const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)');

/** All that a Transfer's data holds: one number. */
const ONE_WORD = /^0x[0-9a-fA-F]{64}$/;

const TOPIC_DIGITS = 64;

/** Tokens that moved, as the token itself tells it. */
export interface Movement {
  readonly from: Hex;
  readonly units: bigint;
}

/** What a proxy's event says that it moved. */
interface Told {
  readonly tokenAddress: Hex;
  readonly to: Hex;
  readonly feeAmount: bigint;
  readonly feeAddress: Hex;
}

/** The last movement to the payee, or the one before where the last is a fee to the same address. */
export function proxyMovement(logs: readonly Log[], told: Told): Movement | undefined {
  const arrived = movementsTo(logs, told.tokenAddress, told.to);
  const feeArrived = told.feeAmount > 0n && told.feeAddress === told.to;
  return arrived.at(feeArrived ? -2 : -1);
}

/**
 * The last movement to the receiver of the fee. The published contracts tell of whatever fee they
 * were asked for, and move none where its receiver is the address zero.
 */
export function feeMovement(logs: readonly Log[], told: Told): Movement | undefined {
  if (told.feeAmount === 0n || told.feeAddress === zeroAddress) return undefined;
  return lastMovementTo(logs, told.tokenAddress, told.feeAddress);
}

/** The last time that tokens of a kind arrived at an address. */
export function lastMovementTo(
  logs: readonly Log[],
  tokenAddress: Hex,
  to: Hex,
): Movement | undefined {
  return movementsTo(logs, tokenAddress, to).at(-1);
}

/**
 * Some tokens log a Transfer of another shape; those say nothing that can be relied on. They are not
 * even decoded, which would throw: whoever made the token chose its bytes.
 */
function movementsTo(logs: readonly Log[], tokenAddress: Hex, to: Hex): Movement[] {
  const token = tokenAddress.toLowerCase();
  const toTopic = to.toLowerCase().slice(2).padStart(TOPIC_DIGITS, '0');
  return logs
    .filter(
      ({ address, topics, data }) =>
        topics[0] === TRANSFER_TOPIC &&
        topics.length === 3 &&
        topics[2]?.slice(2).toLowerCase() === toTopic &&
        address.toLowerCase() === token &&
        ONE_WORD.test(data),
    )
    .map(({ data, topics }) => {
      const { args } = decodeEventLog({ abi: erc20Abi, eventName: 'Transfer', data, topics });
      return { from: args.from, units: args.value };
    });
}
