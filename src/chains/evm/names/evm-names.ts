import { type Client, decodeAbiParameters, namehash, numberToHex, parseAbi } from 'viem';
import { nameRegistryOf } from '#catalog/name-registries.ts';
import type { Hex } from '#kit/hex.ts';
import type { NameReads } from '../../names.ts';
import { NodeFailure } from '../../nodes/failure.ts';
import { evmAddress } from '../address.ts';
import { contractFunction, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { isNormalName } from './normal-name.ts';

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
]);
const resolverOf = contractFunction(abi, 'resolver');
const nameOf = contractFunction(abi, 'name');
const addressOf = contractFunction(abi, 'addr');

/**
 * Many times what a published resolver takes. Anybody may name a contract of their own as one, and it shall neither compute for ever nor
 * answer megabytes.
 */
const CALL_GAS = numberToHex(1_000_000);
/** Of the encoded answer: a name of 255 bytes, the most that most resolvers of other systems take, with its place and length. */
const NAME_ANSWER_BYTES_MAX = 32 + 32 + 256;
const ADDRESS_WORD = /^0x0{24}([0-9a-fA-F]{40})$/;
const NOBODY = '0'.repeat(40);

interface NameCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** The names of the public registry of an EVM network, over its nodes; undefined where it has none. */
export function evmNames(node: EvmNodeClient): NameReads | undefined {
  const found = nameRegistryOf(node.network.id);
  if (found === undefined) return undefined;
  const registry = evmAddress(found);
  /** What the resolver of each entry answers; undefined for those without an entry or a resolver. */
  const readEntries = async (nodes: readonly (Hex | undefined)[], read: typeof nameOf) => {
    const resolvers = await callEach(
      node,
      nodes.map((one) => one && { to: registry, data: encodeCall(resolverOf, [one]) }),
      callContract,
    );
    return await callEach(
      node,
      nodes.map((one, i) => {
        const to = addressIn(resolvers[i]);
        return one && to && { to, data: encodeCall(read, [one]) };
      }),
      callResolver,
    );
  };
  return {
    findNames: async (addresses) => {
      const own = addresses.map((address) => lowerDigits(address));
      const claims = own.map((digits) => namehash(`${digits}.addr.reverse`));
      const names = await Promise.all((await readEntries(claims, nameOf)).map(nameIn));
      const entries = names.map((name) => (name === undefined ? undefined : namehash(name)));
      const holders = await readEntries(entries, addressOf);
      return names.map((name, i) => {
        const holder = addressIn(holders[i]);
        return holder !== undefined && lowerDigits(holder) === own[i] ? name : undefined;
      });
    },
  };
}

/** One round trip, none where nothing is asked. */
async function callEach(
  node: EvmNodeClient,
  calls: readonly (NameCall | undefined)[],
  callOne: typeof callResolver,
): Promise<readonly (Hex | undefined)[]> {
  if (calls.every((call) => call === undefined)) return calls.map(() => undefined);
  return await node.query(
    (client) => Promise.all(calls.map((call) => call && callOne(client, call))),
    'foreign',
  );
}

async function callContract(client: Client, call: NameCall): Promise<Hex> {
  return await client.request({
    method: 'eth_call',
    params: [{ ...call, gas: CALL_GAS }, 'latest'],
  });
}

/**
 * What a resolver answers; undefined where it fails, by whatever the node calls that, and where it asks to be looked up elsewhere (EIP-3668).
 * It says nothing about the node, and nothing about the names beside it.
 */
async function callResolver(client: Client, call: NameCall): Promise<Hex | undefined> {
  try {
    return await callContract(client, call);
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    return undefined;
  }
}

/** A name in its normal form; undefined for every other answer. */
async function nameIn(answer: Hex | undefined): Promise<string | undefined> {
  const text = answer && textIn(answer);
  return text !== undefined && (await isNormalName(text)) ? text : undefined;
}

function textIn(answer: Hex): string | undefined {
  if (answer.length > 2 + 2 * NAME_ANSWER_BYTES_MAX) return undefined;
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0];
  } catch {
    // Bytes that are no encoded text.
    return undefined;
  }
}

/** The address of an answer; undefined for nobody's, and for anything else than one. */
function addressIn(answer: Hex | undefined): Hex | undefined {
  const digits = ADDRESS_WORD.exec(answer ?? '')?.[1];
  return digits === undefined || digits === NOBODY ? undefined : `0x${digits}`;
}

function lowerDigits(address: string): string {
  return evmAddress(address).slice(2).toLowerCase();
}
