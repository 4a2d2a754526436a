import { numberToHex } from 'viem';
import type { Call } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/** The code of one call, without the jump that all share. */
const CALL_BYTES = 48;
/** STOP, then a JUMPDEST that reverts. */
const END: Hex = '0x005b60006000fd';

/** Code of a contract that makes these calls in their order whenever it is called, and reverts when one fails. */
export function scriptedContract(calls: readonly Pick<Call, 'to' | 'data'>[]): Hex {
  const revertAt = CALL_BYTES * calls.length + 1;
  let dataAt = CALL_BYTES * calls.length + (END.length - 2) / 2;
  const code = calls.map(({ to, data }) => {
    const size = word((data.length - 2) / 2);
    // CODECOPY of the data to memory, CALL with it, and a jump to the revert where that answers zero.
    const copy = `61${size}61${word(dataAt)}600039`;
    const call = `6000600061${size}6000600073${to.slice(2).toLowerCase()}5af1`;
    dataAt += (data.length - 2) / 2;
    return `${copy}${call}1561${word(revertAt)}57`;
  });
  return `0x${code.join('')}${END.slice(2)}${calls.map(({ data }) => data.slice(2)).join('')}`;
}

function word(value: number): string {
  return numberToHex(value, { size: 2 }).slice(2);
}
