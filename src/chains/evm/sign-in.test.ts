import { readFile } from 'node:fs/promises';
import pino from 'pino';
import {
  concat,
  createTestClient,
  getContractAddress,
  hexToBigInt,
  http,
  numberToHex,
  publicActions,
  slice,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { serializeErc6492Signature } from 'viem/utils';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import { elapsedMs } from '#kit/clock.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { TypedData } from '#kit/typed-data.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { readReceipt } from '../../../tests/support/read-receipt.ts';
import { type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import type { Chain } from '../chain.ts';
import { evmChain } from './evm-chain.ts';

const payer = TEST_ACCOUNTS.payer.address;
const log = pino({ level: 'silent' });
const chainAt = (...rpcUrls: string[]): Chain =>
  evmChain({ network: NETWORKS.base, rpcUrls, pollMs: 20, log });

let node: LocalNode;
let relay: RelayedNode;

beforeAll(async () => {
  node = await startLocalNode({ network: 'base' });
});
afterAll(() => node.stop());
beforeEach(async () => {
  relay = await relayNode(node.rpcUrl);
  return () => relay.stop();
});

/** What deploys a contract wallet of this owner. */
async function walletCode(owner: Hex): Promise<Hex> {
  const { bytecode } = z
    .object({ bytecode: z.object({ ContractWallet: z.string().refine(isHex) }) })
    .parse(JSON.parse(await readFile('sandbox/contracts.generated.json', 'utf8')));
  return `${bytecode.ContractWallet}${owner.slice(2).padStart(64, '0')}`;
}

/** Deploys a contract wallet of this owner and returns its address. */
async function deployWallet(owner: Hex): Promise<Hex> {
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(node.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
  const hash = await client.sendTransaction({
    account: payer,
    chain: null,
    data: await walletCode(owner),
  });
  const receipt = await readReceipt(client, hash);
  return receipt.contractAddress ?? '0x';
}

describe('sign-in', () => {
  const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const message = 'sign me in';
  const [owner, other] = [TEST_ACCOUNTS.payer, TEST_ACCOUNTS.unrelated].map(({ privateKey }) =>
    privateKeyToAccount(privateKey),
  );

  it('calls a contract wallet to check the signature', async () => {
    const address = await deployWallet(owner?.address ?? '0x');
    const chain = chainAt(node.rpcUrl);
    const accepted = (await owner?.signMessage({ message })) ?? '0x';
    const refused = (await other?.signMessage({ message })) ?? '0x';
    expect(await chain.checkSignIn(address, message, accepted)).toBe(true);
    expect(await chain.checkSignIn(address, message, refused)).toBe(false);
    expect(await chain.checkSignIn(address, 'another', accepted)).toBe(false);
  });

  it('checks a wallet that is not deployed yet by its deployment call (ERC-6492)', async () => {
    // The factory that every EVM network carries: a salt, then what to deploy.
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const salt = `0x${'5a'.repeat(32)}` as const;
    const bytecode = await walletCode(owner?.address ?? '0x');
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
    const chain = chainAt(node.rpcUrl);
    const wrap = async (by: typeof owner) =>
      serializeErc6492Signature({
        address: factory,
        data: concat([salt, bytecode]),
        signature: (await by?.signMessage({ message })) ?? '0x',
      });
    expect(await chain.checkSignIn(address, message, await wrap(owner))).toBe(true);
    expect(await chain.checkSignIn(address, message, await wrap(other))).toBe(false);
    expect(await chain.checkSignIn(address, 'another', await wrap(owner))).toBe(false);
    expect(await chain.checkSignIn(payer, message, await wrap(other))).toBe(false);
  });

  it('checks structured data (EIP-712) by key, deployed contract and deployment call', async () => {
    const data: TypedData = {
      domain: { name: 'Florin', version: '1', chainId: 8453 },
      types: { Order: [{ name: 'nonce', type: 'string' }] },
      primaryType: 'Order',
      message: { nonce: 'one' },
    };
    const changed = { ...data, message: { nonce: 'two' } };
    const elsewhere = { ...data, domain: { ...data.domain, chainId: 1 } };
    const signature = (await owner?.signTypedData(data)) ?? '0x';
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const salt = `0x${'5b'.repeat(32)}` as const;
    const bytecode = await walletCode(owner?.address ?? '0x');
    const undeployed = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
    const wrapped = serializeErc6492Signature({
      address: factory,
      data: concat([salt, bytecode]),
      signature,
    });
    const chain = chainAt(node.rpcUrl);
    const deployed = await deployWallet(owner?.address ?? '0x');
    const wallets = [
      [payer, signature],
      [deployed, signature],
      [undeployed, wrapped],
    ] as const;
    for (const [address, signed] of wallets) {
      expect(await chain.checkSignIn(address, data, signed)).toBe(true);
      expect(await chain.checkSignIn(address, changed, signed)).toBe(false);
      expect(await chain.checkSignIn(address, elsewhere, signed)).toBe(false);
    }
  });

  it('takes no signature that brings its own contract along (ERC-8010)', async () => {
    const signature = (await owner?.signMessage({ message })) ?? '0x';
    const wrapped = concat([signature, `0x${'8010'.repeat(16)}`]);
    const asked = relay.requests;
    expect(await chainAt(relay.rpcUrl).checkSignIn(payer, message, wrapped)).toBe(false);
    expect(relay.requests).toBe(asked);
  });

  it('refuses a malleated signature of a key, without a node (U3)', async () => {
    const signature = (await owner?.signMessage({ message })) ?? '0x';
    const s = secp256k1Order - hexToBigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith('1b') ? '0x1c' : '0x1b';
    const turned = concat([slice(signature, 0, 32), numberToHex(s, { size: 32 }), v]);
    expect(await chainAt(relay.rpcUrl).checkSignIn(payer, message, turned)).toBe(false);
    expect(relay.requests).toBe(0);
  });

  it('of a contract wallet fails long before its silent node is given up (U3)', async () => {
    const address = await deployWallet(owner?.address ?? '0x');
    relay.silent = true;
    const chains = connectChains([{ network: NETWORKS.base, rpcUrls: [relay.rpcUrl] }], { log });
    const signature = (await owner?.signMessage({ message })) ?? '0x';
    const before = elapsedMs();
    const claim = { family: 'evm', chainId: 8453, address, message, signature } as const;
    expect(await chains.checkSignIn(claim)).toBeUndefined();
    // A request to a node may take ten seconds.
    expect(elapsedMs() - before).toBeLessThan(9_900);
    relay.silent = false;
    expect(await chains.checkSignIn(claim)).toBe('contract');
    expect(await chains.checkSignIn({ ...claim, chainId: 1 })).toBeUndefined();
  });

  it('of a key needs no node', async () => {
    relay.silent = true;
    const signature = (await owner?.signMessage({ message })) ?? '0x';
    expect(await chainAt(relay.rpcUrl).checkSignIn(payer, message, signature)).toBe(true);
    expect(relay.requests).toBe(0);
  });
});
