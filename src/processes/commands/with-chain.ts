import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { OutputOptions } from './print-answer.ts';

/** A network that a person named; refuses (400) a word that is none. */
export function readNetwork(text: string): NetworkId {
  if (isNetworkId(text)) return text;
  throw new Refusal('no_such_network', 400, `There is no network "${text}"`);
}

/** The nodes of a network that a person named; refuses (404) one that has none. */
export function readChain({ chains }: Context, text: string): Chain {
  const network = readNetwork(text);
  const chain = chains.get(network);
  if (chain !== undefined) return chain;
  const names = chains.all.map((one) => one.network.id).join(', ');
  const message = `No node of ${network} is configured; there are nodes of ${names || 'none'}`;
  throw new Refusal('network_not_connected', 404, message);
}

/** Far above the number of any block, and exact. */
const BLOCK_DIGITS_MAX = 18;

/** Which blocks a command is about. */
export interface BlocksOptions extends OutputOptions {
  readonly network: string;
  readonly from: string;
  /** By default, up to the newest scanned one. */
  readonly to?: string;
}

/** The blocks that a person named; refuses (400) what are no numbers of blocks. */
export function readRange({ from, to }: BlocksOptions): { from: bigint; to: bigint | undefined } {
  return {
    from: readBlock(from, '--from'),
    to: to === undefined ? undefined : readBlock(to, '--to'),
  };
}

/** The number of a block that a person named by an option; refuses (400) anything else. */
export function readBlock(text: string, option: string): bigint {
  if (/^\d+$/.test(text) && text.length <= BLOCK_DIGITS_MAX) return BigInt(text);
  throw new Refusal('no_block_number', 400, `${option} must be the number of a block`);
}
