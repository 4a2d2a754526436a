import type { Hex } from '#kit/hex.ts';

/** A log as nodes return it, or as a library parsed it. */
export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex | number;
}

/** A log as payments are read from it; all but its data in lower case. */
export interface EventLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** Position in its block. */
  readonly logIndex: number;
}

/** A log in the form in which its parts can be compared. */
export function eventOf({ address, topics, data, logIndex }: RawLog): EventLog {
  return {
    address: lowerCase(address),
    topics: topics.map(lowerCase),
    data,
    logIndex: Number(logIndex),
  };
}

/** The same digits in lower case, in which nearly all nodes write them anyway. */
export function lowerCase(hex: Hex): Hex {
  const lower = hex.toLowerCase();
  return lower === hex ? hex : `0x${lower.slice(2)}`;
}
