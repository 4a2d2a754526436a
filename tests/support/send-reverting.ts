import { numberToHex, type PublicClient } from 'viem';
import type { Call } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { readReceipt } from './read-receipt.ts';
import { hex } from './route-sample.ts';

/** Enough for every call of a test up to where it is reverted. */
const GAS = 700_000n;

/** Sends a call that is reverted: the development node signs it for its own account, so that no gas is estimated before. */
export async function sendReverting(
  client: PublicClient,
  from: Hex,
  { to, data }: Pick<Call, 'to' | 'data'>,
): Promise<Hex> {
  const sent: unknown = await client.request({
    // @ts-expect-error a development node signs for its own accounts
    method: 'eth_sendTransaction',
    params: [{ from, to: hex(to), data, gas: numberToHex(GAS) }],
  });
  const hash: Hex = `0x${String(sent).slice(2)}`;
  const { status } = await readReceipt(client, hash);
  if (status !== 'reverted') throw new Error(`${hash} was not reverted`);
  return hash;
}
