import { readFileSync } from 'node:fs';
import { toFunctionSelector } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { sanctionsOracleAbi } from '#catalog/abis/sanctions-oracle.ts';
import { NETWORKS } from '#catalog/networks.ts';
import {
  REFERENCE_LIST,
  SANCTIONS_ORACLES,
  sanctionsOracleOf,
} from '#catalog/sanctions-oracles.ts';
import { SANCTIONED_ACCOUNTS } from './test-accounts.ts';

const snapshotOf = (network: string) =>
  readFileSync(
    new URL(`../../sandbox/snapshots/${network}.generated.json`, import.meta.url),
    'utf8',
  );

describe('the oracles of sanctioned addresses', () => {
  it('answer to the published function', () => {
    const [isSanctioned] = sanctionsOracleAbi;
    expect(toFunctionSelector(isSanctioned)).toBe('0xdf592f7d');
  });

  it('stand on each sandbox node of a network that has one, and nowhere else', () => {
    const networks = Object.values(NETWORKS).map(({ id }) => id);
    const without = networks.filter((id) => sanctionsOracleOf(id) === undefined);
    expect(without.toSorted()).toEqual(['sepolia', 'tron']);
    for (const [network, address] of Object.entries(SANCTIONS_ORACLES)) {
      expect(snapshotOf(network), network).toContain(address.toLowerCase());
    }
    for (const network of without) {
      for (const address of Object.values(SANCTIONS_ORACLES)) {
        expect(snapshotOf(network), network).not.toContain(address.toLowerCase());
      }
    }
    expect(SANCTIONS_ORACLES[REFERENCE_LIST]).toBeDefined();
  });

  it('list accounts in the sandbox whose keys are known', () => {
    const words = 'test test test test test test test test test test test junk';
    const addresses = [9, 10].map(
      (addressIndex) => mnemonicToAccount(words, { addressIndex }).address,
    );
    const { everywhere, onReferenceList } = SANCTIONED_ACCOUNTS;
    expect([everywhere.address, onReferenceList.address]).toEqual(addresses);
  });
});
