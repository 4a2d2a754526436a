import { toEventSelector, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { diamondAbi, feeForwarderAbi, receiverAbi, spokePoolAbi } from './abis/bridge.ts';
import { readAddress } from './addresses.ts';
import { BRIDGES, hasBridge } from './bridge.ts';
import { NETWORKS } from './networks.ts';

describe('the contracts of the bridge', () => {
  it.each(Object.entries(BRIDGES))('have addresses with a right checksum on %s', (_, contracts) => {
    for (const address of Object.values(contracts)) {
      if (address === undefined) continue;
      expect(readAddress('evm', address)).toMatchObject({ text: address });
    }
  });

  it('stand on every network that can be a source, and on no other', () => {
    const sources = Object.values(NETWORKS).filter(({ sourceChain }) => sourceChain !== undefined);
    expect(sources.map(({ id }) => id).toSorted()).toEqual(Object.keys(BRIDGES).toSorted());
    expect(hasBridge('sepolia')).toBe(false);
    expect(hasBridge('tron')).toBe(false);
  });
});

// The selectors and the topics that the publishers and explorers name.
describe('the functions and events of the bridge', () => {
  const all = [...diamondAbi, ...receiverAbi, ...spokePoolAbi, ...feeForwarderAbi];
  it.each([
    ['startBridgeTokensViaAcrossV4', '0xa1f1ce43'],
    ['swapAndStartBridgeTokensViaAcrossV4', '0x1794958f'],
    ['handleV3AcrossMessage', '0x3a5be8cb'],
    ['deposit', '0xad5425c6'],
    ['fillRelay', '0xdeff4b24'],
    ['fillStatuses', '0xc35c83fc'],
  ])('have the published selector: %s', (name, selector) => {
    const found = all.find((item) => item.type === 'function' && item.name === name);
    expect(found?.type === 'function' && toFunctionSelector(found)).toBe(selector);
  });

  it.each([
    ['LiFiTransferStarted', '0xcba69f43792f9f399347222505213b55af8e0b0b54b893085c2e27ecbe1644f1'],
    ['LiFiTransferCompleted', '0xb8c86983f929c6b770461983d1bbde1870408120f07123e9c12d49f35a0b4c4b'],
    ['LiFiTransferRecovered', '0x1fbfa988fd46deed0de12c94c7b5dcb537d51b804246d0083f245f7a8997d170'],
    ['FundsDeposited', '0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3'],
    ['FilledRelay', '0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208'],
    [
      'ExecutedRelayerRefundRoot',
      '0xf4ad92585b1bc117fbdd644990adf0827bc4c95baeae8a23322af807b6d0020e',
    ],
  ])('have the published topic: %s', (name, topic) => {
    const found = all.find((item) => item.type === 'event' && item.name === name);
    expect(found?.type === 'event' && toEventSelector(found)).toBe(topic);
  });
});
