import { type Client, domainSeparator, numberToHex, parseAbi } from 'viem';
import type { Currency } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import { TOKEN_PERMITS, type TokenPermit } from '#catalog/token-permits.ts';
import { unixSeconds } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../address.ts';
import { addressArgument, contractFunction, encodeCall } from '../encode.ts';
import { isRevert } from '../rates.ts';

const permitAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);
const noncesOf = contractFunction(permitAbi, 'nonces');
const DOMAIN_SEPARATOR = encodeCall(contractFunction(permitAbi, 'DOMAIN_SEPARATOR'), []);
const ONE_WORD = /^0x[0-9a-fA-F]{64}$/;

const field = (name: string, type: string) => ({ name, type });

/** What is signed for a token that takes approvals of an amount by signature. */
export const EIP2612_TYPES = {
  Permit: [
    field('owner', 'address'),
    field('spender', 'address'),
    field('value', 'uint256'),
    field('nonce', 'uint256'),
    field('deadline', 'uint256'),
  ],
};

/** Seconds since 1970, as contracts count. */
export function secondsOf(time: Date): bigint {
  return BigInt(unixSeconds(time));
}

/** The domain of a token, as its holders sign for it. */
export function tokenDomain({ chainId }: Network, token: string, permit: TokenPermit) {
  const { name, version, isSalted } = permit;
  const verifyingContract = evmAddress(token);
  return isSalted
    ? { name, version, verifyingContract, salt: numberToHex(chainId, { size: 32 }) }
    : { name, version, chainId, verifyingContract };
}

/**
 * The nonce of the next approval that a holder signs; undefined where the token takes none. Its domain is compared with the catalog's, as
 * tokens are renamed.
 */
export async function readTokenNonce(
  client: Client,
  network: Network,
  { holder, currency }: { readonly holder: string; readonly currency: Currency },
): Promise<bigint | undefined> {
  const permit = TOKEN_PERMITS.get(currency.id);
  if (permit === undefined) return undefined;
  const to = evmAddress(currency.address);
  const [nonce, separator] = await Promise.all([
    callIfThere(client, to, encodeCall(noncesOf, [addressArgument(holder)])),
    callIfThere(client, to, DOMAIN_SEPARATOR),
  ]);
  const isOurs = separator === domainSeparator({ domain: tokenDomain(network, to, permit) });
  return isOurs && nonce !== undefined && isWord(nonce) ? BigInt(nonce) : undefined;
}

/** The domain that a contract verifies signatures for, as one hash; undefined where it has none. */
export async function readSeparator(client: Client, address: Hex): Promise<Hex | undefined> {
  return await callIfThere(client, address, DOMAIN_SEPARATOR);
}

/** What a contract returns; undefined where it has no such function. */
export async function callIfThere(client: Client, to: Hex, data: Hex): Promise<Hex | undefined> {
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] });
  } catch (error) {
    if (isRevert(error)) return undefined;
    throw error;
  }
}

/** Whether a contract returned one word; an address without a contract answers nothing at all. */
export function isWord(answer: Hex): boolean {
  return ONE_WORD.test(answer);
}
