import { readFileSync } from 'node:fs';
import { encodeDeployData, getContractAddress, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import { CONTRACTS, PERMIT2_ADDRESS } from './contracts.ts';
import { NETWORKS } from './networks.ts';
import { PAYMENT_INTENT_SPENDERS } from './payment-intent-spenders.generated.ts';

/** The deployer of both contracts, which makes addresses of code and salt. */
const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
/** The salt that Permit2 was deployed with, and the constructor that its deployment began with. */
const PERMIT2_SALT = '0x0000000000000000000000000000000000000000d3af2663da51c10215000000';
const PERMIT2_CONSTRUCTOR =
  '60c0346100bb574660a052602081017f8cad95687ba82c2ce50e74f7b754645e5117c3a5bec8151c0726d5857980a86681527f9ac997416e8ff9d2ff6bebeb7149f65cdae5e32e2b90440b566bb3044041d36a60408301524660608301523060808301526080825260a082019180831060018060401b038411176100a557826040525190206080526123c090816100c1823960805181611b47015260a05181611b210152f35b634e487b7160e01b600052604160045260246000fd5b600080fdfe';
/** Where the constructor writes a word into the code, in bytes: the chain id and the domain. */
const WRITTEN_AT = [6_945, 6_983];

const hex = z.string().refine(isHex);
const Snapshot = z.object({ accounts: z.record(z.string(), z.object({ code: hex })) });
const Contracts = z.object({ bytecode: z.object({ PaymentIntentSpender: hex }) });
const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../sandbox/${path}`, import.meta.url), 'utf8'));

function codeOn(network: string, address: string): Hex {
  const { accounts } = Snapshot.parse(read(`snapshots/${network}.generated.json`));
  return accounts[address.toLowerCase()]?.code ?? '0x';
}

const evmNetworks = Object.values(NETWORKS).filter(({ family }) => family === 'evm');

describe.each(evmNetworks)('on the sandbox node of $id', ({ id }) => {
  it('stands the published Permit2: its address follows from its code', () => {
    const digits = codeOn(id, PERMIT2_ADDRESS).slice(2);
    const empty = '0'.repeat(64);
    const code = WRITTEN_AT.reduce(
      (text, at) => `${text.slice(0, 2 * at)}${empty}${text.slice(2 * at + 64)}`,
      digits,
    );
    const bytecode: Hex = `0x${PERMIT2_CONSTRUCTOR}${code}`;
    const address = getContractAddress({ opcode: 'CREATE2', from, salt: PERMIT2_SALT, bytecode });
    expect(address).toBe(PERMIT2_ADDRESS);
  });

  it('stands the contract that spends by permit at the address of its code', () => {
    const feeProxy = hex.parse(CONTRACTS[id].erc20FeeProxy);
    const abi = parseAbi(['constructor(address feeProxy)']);
    const created = Contracts.parse(read('contracts.generated.json')).bytecode.PaymentIntentSpender;
    const bytecode = encodeDeployData({ abi, bytecode: created, args: [feeProxy] });
    const salt: Hex = `0x${'00'.repeat(32)}`;
    const address = getContractAddress({ opcode: 'CREATE2', from, salt, bytecode });
    const spenders = new Map<string, string>(Object.entries(PAYMENT_INTENT_SPENDERS));
    expect(spenders.get(id)).toBe(address);
    expect(codeOn(id, address)).toContain(feeProxy.slice(2).toLowerCase());
  });
});
