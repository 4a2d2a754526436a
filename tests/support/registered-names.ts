import {
  concat,
  createTestClient,
  encodeAbiParameters,
  http,
  keccak256,
  namehash,
  numberToHex,
  pad,
  toHex,
} from 'viem';
import { NAME_REGISTRIES } from '#catalog/name-registries.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';

/** A registry of names on a local node, and what a test registers there. */
export interface RegisteredNames {
  /** Has an address say that a name is its own. */
  claim(address: string, name: string): Promise<void>;
  /** Has a name lead to an address; to none without one. */
  lead(name: string, address: string | undefined): Promise<void>;
  /** Puts this code where the name of an address is read. */
  claimByCode(address: string, code: Hex): Promise<void>;
}

/** Answers what its storage has under the one word that it is asked for: `resolver(node)`. */
const REGISTRY_CODE: Hex = '0x6004355460005260206000f3';

/** Code that answers the same whatever it is asked: these bytes, which stand behind it. It runs other code before that, where there is some. */
export function answering(bytes: Hex, before: Hex = '0x'): Hex {
  const length = numberToHex(sizeOf(bytes), { size: 2 });
  const start = numberToHex(sizeOf(before) + 12, { size: 1 });
  return concat([before, '0x61', length, '0x8060', start, '0x6000396000f3', bytes]);
}

function sizeOf(bytes: Hex): number {
  return (bytes.length - 2) / 2;
}

/** The answer of a resolver that has this name. */
export function nameAnswer(name: string): Hex {
  return encodeAbiParameters([{ type: 'string' }], [name]);
}

/** Puts a registry at its address on Ethereum, whose every entry has a resolver of its own. */
export async function openRegisteredNames(rpcUrl: string): Promise<RegisteredNames> {
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  const registry = evmAddress(NAME_REGISTRIES.mainnet);
  await node.setCode({ address: registry, bytecode: REGISTRY_CODE });
  const setEntry = async (name: string, code: Hex) => {
    const index = namehash(name);
    const resolver = evmAddress(`0x${keccak256(index).slice(-40)}`);
    await node.setCode({ address: resolver, bytecode: code });
    await node.setStorageAt({ address: registry, index, value: pad(resolver) });
  };
  const claimByCode = (address: string, code: Hex) =>
    setEntry(`${address.slice(2).toLowerCase()}.addr.reverse`, code);
  return {
    claimByCode,
    claim: (address, name) => claimByCode(address, answering(nameAnswer(name))),
    lead: (name, address) =>
      setEntry(
        name,
        answering(address === undefined ? toHex(0, { size: 32 }) : pad(evmAddress(address))),
      ),
  };
}
