import { readFileSync } from 'node:fs';
import { domainSeparator, getContractAddress, keccak256, toHex, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENTRY_POINTS, SAFE_DEPLOYMENTS, SIMPLE_7702_ACCOUNT } from '#catalog/accounts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** Addresses and code hashes as `@safe-global/safe-deployments` 1.37.63 publishes them of version 1.4.1. */
const SAFE = [
  [
    'Safe',
    '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4',
  ],
  [
    'SafeL2',
    '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff',
  ],
  [
    'SafeProxyFactory',
    '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    '0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317',
  ],
  [
    'MultiSend',
    '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    '0x0e4f7fc66550a322d1e7688e181b75e217e662a4f3f4d6a29b22bc61217c4b77',
  ],
  [
    'MultiSendCallOnly',
    '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939',
  ],
  [
    'CompatibilityFallbackHandler',
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    '0x7c6007a5d711cea8dfd5d91f5940ec29c7f200fe511eb1fc1397b367af3c42f9',
  ],
  [
    'SignMessageLib',
    '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
    '0x525c754a46b79e05543a59bb61e8de3c9eee0d955a59352409cbe67ea1077528',
  ],
  [
    'CreateCall',
    '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
    '0x2b3060c55fcb8275653e99ad511a71f67ba76934ed66a7d74d6e68b52afff889',
  ],
  [
    'SimulateTxAccessor',
    '0x3d4BA2E0884aa488718476ca2FB8Efc291A46199',
    '0x91f82615581fc73b190b83d72e883608b25e392f72322035df1b13d51766cf8d',
  ],
] as const;

const hex = z.string().refine(isHex);
const Snapshot = z.object({ accounts: z.record(z.string(), z.object({ code: hex })) });
const Creation = z.object({ salt: hex, bytecode: hex });
const File = z.object({
  entryPoints: z.object({ '0.7': Creation, '0.8': Creation }),
  simple7702Account: hex,
});
const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../sandbox/${path}`, import.meta.url), 'utf8'));
const { entryPoints, simple7702Account } = File.parse(read('accounts.generated.json'));
/** Deploys for everybody on every public network. */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const VERSIONS = ['0.7', '0.8'] as const;

const networks = Object.values(NETWORKS).filter(({ family }) => family === 'evm');

describe.each(networks)('on the sandbox node of $id', ({ id, chainId }) => {
  const { accounts } = Snapshot.parse(read(`snapshots/${id}.generated.json`));
  const codeAt = (address: string): Hex => accounts[address.toLowerCase()]?.code ?? '0x';

  it('stand the nine published contracts of Safe 1.4.1', () => {
    for (const [name, address, codeHash] of SAFE) {
      expect([name, keccak256(codeAt(address))]).toEqual([name, codeHash]);
    }
  });

  it.each(VERSIONS)(
    'stands the published EntryPoint %s: its address follows from its code',
    (v) => {
      const { salt, bytecode } = entryPoints[v];
      const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt, bytecode });
      expect(address).toBe(ENTRY_POINTS[v]);
      const code = codeAt(address);
      expect(differingBytes(code, bytecode)).toEqual([]);
      // What creates accounts for it is a contract that its constructor made.
      expect(codeAt(getContractAddress({ from: address, nonce: 1n }))).not.toBe('0x');
    },
  );

  it('stands the published code that keys run by EIP-7702: its address follows from it', () => {
    const created = { bytecode: simple7702Account, salt: zeroHash } as const;
    const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, ...created });
    expect(address).toBe(SIMPLE_7702_ACCOUNT);
    expect(differingBytes(codeAt(address), simple7702Account)).toEqual([]);
  });

  it('has an EntryPoint 0.8 for the domain of its own chain', () => {
    const verifyingContract = ENTRY_POINTS['0.8'];
    const domain = { name: 'ERC4337', version: '1', chainId, verifyingContract };
    const code = codeAt(verifyingContract);
    expect(code).toContain(domainSeparator({ domain }).slice(2));
    expect(code).toContain(`7f${toHex(chainId, { size: 32 }).slice(2)}`);
  });
});

/** The bytes of a contract's code that its creation code has otherwise, where that has no gap for a constructor to fill. */
function differingBytes(code: Hex, creation: Hex): number[] {
  const start = creation.indexOf(code.slice(2, 2 + 64));
  expect(start).toBeGreaterThan(0);
  const bytes: number[] = [];
  for (let at = 0; at < code.length - 2; at += 2) {
    const template = creation.slice(start + at, start + at + 2);
    if (template !== '00' && template !== code.slice(2 + at, 4 + at)) bytes.push(at / 2);
  }
  return bytes;
}

describe('the catalog of accounts', () => {
  it('names the contracts of Safe 1.4.1 where they stand', () => {
    const found = SAFE_DEPLOYMENTS.find(({ version }) => version === '1.4.1');
    const at = new Map<string, string>(SAFE.map(([name, address]) => [name, address]));
    expect(found).toMatchObject({
      safe: at.get('Safe'),
      safeL2: at.get('SafeL2'),
      factory: at.get('SafeProxyFactory'),
      fallbackHandler: at.get('CompatibilityFallbackHandler'),
      multiSendCallOnly: at.get('MultiSendCallOnly'),
    });
  });
});
