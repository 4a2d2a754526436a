import { readFileSync } from 'node:fs';
import { keccak256, toFunctionSelector, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import { recurringProxyAbi, SCHEDULE_PERMIT_FIELDS } from './abis/recurring-proxy.ts';
import { NETWORKS } from './networks.ts';
import { RECURRING_PROXIES, RELAYER_ROLE, recurringProxyOf } from './recurring-proxies.ts';

const PERMIT_TYPE_HASH = '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03';

/** What the published contract answers to, and what it reverts with. */
const PUBLISHED = {
  triggerRecurringPayment: '0xac7a9e00',
  triggeredPaymentsBitmap: '0x40f4483b',
  lastPaymentIndex: '0xe94938a6',
  setRelayer: '0x69d775a4',
  setFeeProxy: '0x25be0be1',
  ERC20RecurringPaymentProxy__BadSignature: '0xd5a4f5ea',
  ERC20RecurringPaymentProxy__SignatureExpired: '0xda023c0b',
  ERC20RecurringPaymentProxy__PaymentOutOfOrder: '0x061235ef',
  ERC20RecurringPaymentProxy__IndexOutOfBounds: '0xbec060dd',
  ERC20RecurringPaymentProxy__NotDueYet: '0xb39d2709',
  ERC20RecurringPaymentProxy__AlreadyPaid: '0x544db32b',
};

const hex = z.string().refine(isHex);
const Snapshot = z.object({ accounts: z.record(z.string(), z.object({ code: hex })) });

function codeOn(network: string, address: string): Hex {
  const file = new URL(`../../sandbox/snapshots/${network}.generated.json`, import.meta.url);
  const { accounts } = Snapshot.parse(JSON.parse(readFileSync(file, 'utf8')));
  return accounts[address.toLowerCase()]?.code ?? '0x';
}

/** The selector of a function or an error of this name. */
function selectorOf(name: string): Hex {
  const entry = recurringProxyAbi.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`${name} is not in the interface`);
  return toFunctionSelector({ ...entry, type: 'function', outputs: [], stateMutability: 'view' });
}

describe('the contract that takes instalments', () => {
  it('has the published functions and errors, and the sandbox’s contract has them too', () => {
    const code = codeOn('base', RECURRING_PROXIES.base);
    for (const [name, selector] of Object.entries(PUBLISHED)) {
      expect(selectorOf(name), name).toBe(selector);
      // What it reverts with is compared where it does.
      if (!name.includes('__')) expect(code, name).toContain(selector.slice(2));
    }
  });

  it('hashes permits by the published type', () => {
    const fields = SCHEDULE_PERMIT_FIELDS.map(({ type, name }) => `${type} ${name}`).join(',');
    expect(keccak256(toHex(`SchedulePermit(${fields})`))).toBe(PERMIT_TYPE_HASH);
    expect(codeOn('base', RECURRING_PROXIES.base)).toContain(PERMIT_TYPE_HASH.slice(2));
    expect(keccak256(toHex('RELAYER_ROLE'))).toBe(RELAYER_ROLE);
  });

  it('stands on each sandbox node of a network that has one, and there are none on Optimism and Tron', () => {
    const without = Object.values(NETWORKS).filter(({ id }) => recurringProxyOf(id) === undefined);
    expect(without.map(({ id }) => id).sort()).toEqual(['optimism', 'tron']);
    for (const [network, address] of Object.entries(RECURRING_PROXIES)) {
      expect(codeOn(network, address).length, network).toBeGreaterThan(2_000);
    }
  });
});
